"""Labelled pairs of statements: what the second one is to the first.

`DEVELOPING` is what the rules were tuned on. `REPORTING` was labelled before it was measured and
is for measuring only; a rule that is changed because of a line in it makes the figures worthless.

A line is: outcome | cosine | old text | new text | options. The cosines are those of the bundled
embedder, frozen here. The old statement starts at 0 and the new one at 100 unless an option says
otherwise: `given=N` (the caller gave both starts), `since=N` (only the new one), `at=N`
(recorded at), `ends=N` (the old one ends), `firm` (the old one is pinned),
`about=subject/attribute/old value>new value`, or a kind.
"""

from dataclasses import dataclass

from holdfast.memories.rules.contradiction import Statement

_KINDS = ("fact", "preference", "decision", "failure", "lesson", "procedure", "episode")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two statements with their cosine, and what a careful reader says about them."""

    outcome: str
    cosine: float
    old: Statement
    new: Statement


def _pair(line: str) -> Pair:
    outcome, cosine, old, new, *rest = line.split(" | ")
    words = _option_words(rest[0]) if rest else []
    options = dict(word.partition("=")[::2] for word in words)
    kind = next((kind for kind in _KINDS if kind in options), "fact")
    subject, attribute, values = [*options.get("about", "").split("/"), "", ""][:3]
    old_value, _, new_value = values.partition(">")
    starts = int(options.get("given") or options.get("since") or options.get("at") or 100)
    given = "given" in options
    ends = int(options["ends"]) if "ends" in options else None
    place = (kind, subject or None, attribute or None)
    return Pair(
        outcome,
        float(cosine),
        Statement(old, *place, old_value or None, 0, given, ends, "firm" in options),
        Statement(new, *place, new_value or None, starts, given or "since" in options, None, False),
    )


def _option_words(options: str) -> list[str]:
    """The options of a line; a subject may have spaces in it."""
    words: list[str] = []
    for word in options.split(" "):
        if words and words[-1].startswith("about=") and words[-1].count("/") < 2:
            words[-1] += f" {word}"
        else:
            words.append(word)
    return words


def _table(lines: str) -> tuple[Pair, ...]:
    return tuple(_pair(line) for line in lines.strip().splitlines())


DEVELOPING = _table("""
same | 0.998 | Alice lives in Berlin. | Alice lives in Berlin
same | 0.947 | The user likes dark mode. | User likes dark mode | preference
same | 0.962 | The project uses PostgreSQL 16. | Project uses PostgreSQL 16
same | 0.982 | The project uses PostgreSQL 16. | The project is using PostgreSQL 16.
same | 0.933 | The deploy script is in scripts/deploy.sh. | Deploy script is in scripts/deploy.sh
same | 0.950 | The user does not like mushrooms. | User doesn't like mushrooms. | preference
same | 0.844 | The limit is 100. | Limit is 100
same | 0.959 | The user prefers concise replies. | The user prefers concise replies please. | preference
same | 0.965 | Run pytest before each commit. | Run pytest before every commit. | procedure
same | 0.938 | Bob reports to Alice. | Bob is reporting to Alice.
same | 0.975 | The cluster runs in eu-west-1. | Our cluster runs in eu-west-1.
same | 0.999 | Use tabs for indentation. | Use tabs for the indentation. | preference
same | 0.803 | The user likes coffee. | The user enjoys coffee. | preference
same | 0.857 | The default branch is main. | Default branch: main
same | 0.893 | The JS bundle is built with Vite. | The JavaScript bundle is built with Vite.
same | 0.965 | Tests fail when the clock is mocked. | The tests fail when the clock is mocked. | lesson
same | 0.888 | The service was moved to Go. | Service moved to Go.
same | 0.765 | The user isn't available on Fridays. | The user is not available on Friday.
same | 0.996 | Carol is the maintainer of the parser. | Carol is maintainer of the parser
same | 1.000 | Never push to main directly. | Never push directly to main. | preference
same | 0.994 | The team uses Linear for tickets. | The team uses Linear for its tickets.
same | 0.985 | ユーザーは東京に住んでいます | ユーザーは東京に住んでいます。
same | 0.994 | L'utilisateur habite à Paris. | l'utilisateur habite à Paris
same | 0.892 | Timeout of 30 seconds. | Timeout of 30s.
same | 0.999 | If the queue is full, drop the oldest job. | If queue is full, drop the oldest job. | lesson
same | 0.940 | The docs are big. | The docs are large.
supersedes | 0.619 | Alice lives in Berlin. | Alice lives in Paris.
supersedes | 0.605 | Alice lives in Berlin. | Alice now lives in Paris.
supersedes | 0.533 | Alice lives in Berlin. | Alice moved to Paris.
supersedes | 0.819 | Alice lives in Berlin. | Alice moved from Berlin to Paris.
supersedes | 0.936 | The user likes jazz. | The user no longer likes jazz. | preference
supersedes | 0.882 | The user likes jazz. | The user does not like jazz. | preference
supersedes | 0.882 | The user does not like jazz. | The user likes jazz. | preference
supersedes | 0.892 | The user likes jazz. | The user dislikes jazz. | preference
supersedes | 0.815 | The user loves jazz. | The user hates jazz. | preference
supersedes | 0.957 | The project uses PostgreSQL 14. | The project uses PostgreSQL 16.
supersedes | 0.952 | We use PostgreSQL 14 in production. | We use PostgreSQL 16 in production.
supersedes | 0.829 | The team uses Slack. | The team stopped using Slack.
supersedes | 0.835 | Dark mode is enabled. | Dark mode is disabled.
supersedes | 0.951 | The search endpoint works. | The search endpoint doesn't work.
supersedes | 0.982 | Users can delete comments. | Users can't delete comments.
supersedes | 0.956 | The parser supports YAML. | The parser does not support YAML.
supersedes | 0.910 | Always rebase before merging. | Never rebase before merging. | preference
supersedes | 0.908 | The limit is 100. | The limit is 200.
supersedes | 0.947 | Timeout of 30 seconds. | Timeout of 60 seconds.
supersedes | 0.918 | The budget is $5k. | The budget is $7k.
supersedes | 0.439 | Bob works at Google. | Bob works at Apple.
supersedes | 0.428 | Bob works for Google. | Bob works for Apple.
supersedes | 0.431 | Acme is based in Oslo. | Acme is based in Bergen.
supersedes | 0.602 | Bob reports to Alice. | Bob reports to Carol.
supersedes | 0.654 | Alice is married to Dan. | Alice is married to Tom.
supersedes | 0.550 | The capital of the plan is Rome. | The capital of the plan is Milan.
supersedes | 0.624 | Carol is the owner of the parser. | Dave is the owner of the parser.
supersedes | 0.623 | The parser is owned by Carol. | The parser is owned by Dave.
supersedes | 0.911 | Our deploy day is Monday. | Our deploy day is Thursday.
supersedes | 0.394 | The app runs on Heroku. | The app runs on AWS.
supersedes | 0.849 | The default branch is master. | The default branch is main.
supersedes | 0.583 | We use MySQL. | We migrated from MySQL to Postgres.
supersedes | 0.567 | The user prefers tabs. | The user prefers spaces. | preference
supersedes | 1.000 | The user prefers tea to coffee. | The user prefers coffee to tea. | preference
supersedes | 0.886 | Stand-up is on Monday. | Stand-up is now on Wednesday.
supersedes | 0.792 | Stand-up is on Monday. | Stand-up moved to Wednesday.
supersedes | 0.674 | Handlers are sync. | Handlers are async now.
supersedes | 0.411 | City of user is Rome | City of user is Oslo | about=user/city/Rome>Oslo
supersedes | 0.193 | We chose REST. | We chose gRPC. | decision about=api style/decision/REST>gRPC
supersedes | 0.947 | The cluster has 3 nodes. | The cluster has 5 nodes.
supersedes | 0.895 | The user is 34 years old. | The user is 35 years old.
supersedes | 0.854 | The feature is available. | The feature is not available yet.
supersedes | 0.690 | The user smokes. | The user quit smoking.
unrelated | 0.396 | The user used tabs. | The user uses spaces now. | preference
supersedes | 0.918 | The launch is on May 3. | The launch is on May 10.
supersedes | 0.756 | We meet every Tuesday. | We meet every Thursday from now on.
supersedes | 0.938 | The API requires a token. | The API no longer requires a token.
supersedes | 0.554 | The user uses Vim. | The user switched from Vim to Emacs.
supersedes | 0.815 | The bot is named Ada. | The bot is named Bea.
supersedes | 0.876 | My email signature is Bob. | My email signature is Robert.
supersedes | 0.929 | Use two spaces for indentation. | Use four spaces for indentation. | preference
supersedes | 0.923 | The user eats meat. | The user never eats meat.
supersedes | 0.871 | ESLint is allowed. | ESLint is forbidden.
historical | 0.619 | Alice lives in Paris. | Alice lives in Berlin. | given=-500
supersedes | 0.908 | The limit is 200. | The limit is 100. | since=-500
historical | 0.908 | The limit is 200. | The limit is 100. | given=-500
historical | 0.835 | Dark mode is enabled. | Dark mode is disabled. | given=-500
historical | 0.411 | City of user is Oslo | City of user is Rome | about=user/city/Oslo>Rome given=-500
historical | 0.439 | Bob works at Apple. | Bob works at Google. | given=-500 firm
historical | 0.946 | We use REST. | We do not use REST. | given=-9
disputed | 0.933 | We have a stand-up on Monday. | We have a stand-up on Friday.
disputed | 1.000 | Alice reports to Bob. | Bob reports to Alice.
disputed | 0.619 | Alice lives in Berlin. | Alice lives in Paris. | firm
disputed | 0.936 | The user likes jazz. | The user no longer likes jazz. | firm preference
disputed | 0.908 | The limit is 100. | The limit is 200. | firm
disputed | 0.411 | City of user is Rome | City of user is Oslo | about=user/city/Rome>Oslo firm
disputed | 0.908 | The limit is 100. | The limit is 200. | at=0
disputed | 0.619 | Alice lives in Berlin. | Alice lives in Paris. | at=-500
disputed | 0.879 | The retro takes place in March. | The retro takes place in April.
disputed | 1.000 | The parent calls the child. | The child calls the parent.
disputed | 1.000 | Module core imports module web. | Module web imports module core.
disputed | 0.683 | Handlers are sync. | Handlers are async. | firm
unrelated | 0.603 | The user likes coffee. | The user likes tea. | preference
unrelated | 0.431 | The project uses PostgreSQL. | The project uses Redis.
unrelated | 0.775 | Alice lives in Berlin. | Bob lives in Berlin.
unrelated | 0.300 | Alice lives in Berlin. | Bob lives in Paris.
unrelated | 0.830 | staging uses Postgres 14 | production uses Postgres 16
unrelated | 0.631 | Logging is enabled in tests. | Logging is disabled in production.
unrelated | 0.620 | Alice knows Rust. | Alice knows Python.
unrelated | 0.503 | Alice visited Rome. | Alice visited Oslo.
unrelated | 0.748 | Is dark mode enabled? | Dark mode is disabled.
unrelated | 0.548 | If Alice lives in Paris, she votes there. | Alice lives in Berlin.
unrelated | 0.483 | Alice might move to Paris. | Alice lives in Berlin.
unrelated | 0.465 | Alice lives in Berlin. | Alice works at Google.
unrelated | 0.452 | The user owns a cat. | The user owns a dog.
unrelated | 0.622 | Bob speaks German. | Bob speaks Dutch.
unrelated | 0.546 | The API limit is 100. | The upload limit is 200.
unrelated | 0.926 | src/a.py holds the parser. | src/b.py holds the parser.
unrelated | 0.792 | load_user returns None. | load_order returns None.
unrelated | 0.438 | The user likes cats. | The user does not like dogs. | preference
unrelated | 0.686 | Restart nginx after deploying. | Restart redis after deploying. | lesson
unrelated | 0.933 | The deploy failed on Monday. | The deploy failed on Tuesday. | episode
unrelated | 0.919 | Retry 3 times. | Retry 5 times. | lesson
unrelated | 0.619 | Alice lives in Berlin. | Alice lives in Paris. | ends=500 given=1000
unrelated | 0.411 | City of user is Rome | City of user is Oslo | about=user/city/Rome>Oslo ends=500 given=1000
unrelated | 0.496 | Use REST for the public API. | Use gRPC for the internal API. | preference
unrelated | 0.666 | The Chrome extension works. | The Firefox extension does not work.
unrelated | 0.553 | Tests run in CI. | Tests run in Docker.
unrelated | 0.511 | The user prefers dark chocolate. | The user prefers light beer. | preference
unrelated | 0.670 | The cake is good. | The cake is chocolate.
unrelated | 0.174 | We planned to migrate to Kafka. | We use RabbitMQ.
unrelated | 0.613 | The blue team won. | The red team won.
unrelated | 0.804 | The user dislikes loud music. | The user dislikes loud rooms. | preference
unrelated | 0.625 | Alice asked whether the API is stable. | The API is not stable.
unrelated | 0.838 | Ticket PROJ-12 is closed. | Ticket PROJ-13 is open.
unrelated | 0.801 | The price of plan A is $5. | The price of plan B is $9.
unrelated | 0.732 | Bob is allergic to nuts. | Bob is allergic to milk.
unrelated | 0.618 | The user thinks Rust is hard. | The user thinks Go is easy.
unrelated | 0.883 | Issue 41 is fixed. | Issue 42 is not fixed.
unrelated | 1.000 | Alice told Bob about the launch. | Bob told Alice about the launch. | episode
unrelated | 0.924 | 猫が好きです | 犬が好きです
unrelated | 0.139 | I bought 3 apples. | I bought 5 oranges.
unrelated | 0.739 | Dan has two sons. | Dan has three daughters.
unrelated | 0.519 | The server listens on port 8080. | The debugger listens on port 9090.
unrelated | 0.416 | Frontend uses React 18. | Docs site uses React 17.
unrelated | 0.397 | The queue is not full. | The disk is full.
unrelated | 0.564 | The invoice was sent on May 3. | The contract was sent on May 9.
unrelated | 0.984 | Bob likes that Alice does not smoke. | Alice likes that Bob does smoke.
unrelated | 0.770 | We do not know whether the limit is 100. | The limit is 100.
unrelated | 0.722 | Caching is good for reads. | Caching is not good for writes.
same | 0.999 | The user asked us to keep the changelog in British English. | The user asked us to keep the changelog in British English
same | 0.954 | Payments are settled in euros every second Friday. | The payments are settled in euros every second Friday.
same | 0.985 | We don't cache responses for signed-in visitors. | We do not cache responses for signed-in visitors.
same | 0.969 | The payments team rotates on-call each Monday. | The payments team rotates on-call every Monday.
same | 0.881 | Large uploads go through the tus endpoint. | Big uploads go through the tus endpoint.
same | 0.978 | Nina's laptop runs Fedora. | Nina's laptop is running Fedora.
same | 0.893 | Generated files belong in build/, not in src/. | The generated files belong in build/, not in src/.
same | 0.881 | The importer skips rows without an id. | The importer will skip rows without an id.
supersedes | 0.964 | Session tokens expire after 15 minutes. | Session tokens expire after 60 minutes.
supersedes | 0.936 | Nina leads the growth team. | Nina no longer leads the growth team.
supersedes | 0.485 | The head of support is Ingrid. | The head of support is Pavel.
supersedes | 0.977 | The search index is rebuilt automatically. | The search index is not rebuilt automatically.
unrelated | 0.609 | Our company headquarters are located in Ghent. | Our company headquarters are located in Antwerp.
supersedes | 0.965 | The user wants code comments in French. | The user doesn't want code comments in French.
supersedes | 0.915 | Guests can download invoices. | Guests can't download invoices anymore.
supersedes | 0.778 | The monorepo is built with Bazel. | The monorepo moved from Bazel to Pants.
supersedes | 0.962 | The minimum supported iOS version is 15. | The minimum supported iOS version is 16.
supersedes | 0.887 | Nightly backups are enabled for the tenant database. | Nightly backups are disabled for the tenant database.
unrelated | 0.645 | Yusuf works for the city council. | Yusuf works for a law firm.
supersedes | 0.878 | The weekly sync is on Tuesday at 10:00. | The weekly sync is now on Thursday at 10:00.
supersedes | 0.957 | The user is on the free plan. | The user is not on the free plan.
supersedes | 0.563 | The status page is maintained by Ingrid. | The status page is maintained by Pavel.
supersedes | 0.948 | Payment retries are capped at 4. | Payment retries are capped at 6.
supersedes | 0.906 | The user has never been to Japan. | The user has been to Japan.
disputed | 0.920 | Pull requests are merged on Tuesday. | Pull requests are merged on Thursday.
disputed | 1.000 | The billing service imports the tax library. | The tax library imports the billing service.
disputed | 0.843 | The user waters the plants in the evening. | The user waters the plants in the morning.
disputed | 0.820 | Team offsites happen in May. | Team offsites happen in October.
unrelated | 0.488 | Session tokens expire after 15 minutes. | Reset links expire after 60 minutes.
unrelated | 0.860 | The importer skips rows without an id. | The importer skips rows without a date.
unrelated | 0.252 | The head of support is Ingrid. | The head of sales is Pavel.
unrelated | 0.258 | The user met Ingrid in Ghent. | The user met Pavel in Antwerp.
unrelated | 0.589 | Nina leads the growth team. | Nina leads the reading club.
unrelated | 0.662 | Guests can download invoices. | Guests cannot delete invoices.
unrelated | 0.916 | The index is rebuilt after each deploy. | The index is rebuilt before each deploy.
unrelated | 0.887 | Build 1182 took 14 minutes. | Build 1190 took 22 minutes.
unrelated | 0.439 | The user is reading Dune. | The user is reading Emma.
unrelated | 0.779 | The summary email is short. | The summary email is late.
unrelated | 0.453 | The report is called daily by the scheduler. | The report is called weekly by the auditor.
unrelated | 0.417 | Nina works with Yusuf. | Nina works with Pavel.
unrelated | 0.392 | The API host is down. | The CDN host is up.
unrelated | 0.562 | The user has 3 unread letters from Nina. | The user has 5 unread letters from Yusuf.
unrelated | 0.532 | The lead on this bug is a race in the cache. | The lead on this bug is Nina.
unrelated | 0.448 | The password is rotated. | The password is stored in Vault.
unrelated | 0.312 | The user works at night. | The user works at Bosch.
unrelated | 0.366 | Pavel lives in Antwerp during the summer. | Pavel lives in Ghent during the winter.
unrelated | 0.501 | The owner of the red bike is Nina. | The owner of the blue bike is Pavel.
unrelated | 0.871 | Client A pays 30 euros. | Client B pays 50 euros.
unrelated | 0.931 | The user ordered 2 chairs. | The user ordered 4 chairs.
unrelated | 0.972 | Chapter 3 covers 40 exercises. | Chapter 4 covers 20 exercises.
unrelated | 0.614 | The version is pinned. | The version is old.
unrelated | 0.586 | The limit is documented. | The limit is generous.
unrelated | 0.553 | The user's name is on the list. | The user's name is Pavel.
unrelated | 0.704 | Nina can approve refunds up to 50 euros. | Yusuf can approve refunds up to 500 euros.
unrelated | 0.837 | There was an outage on 2024-02-01. | There was an outage on 2024-03-07.
unrelated | 0.595 | Take 2 tablets before breakfast. | Take 1 tablet after dinner.
unrelated | 0.925 | process 3 memory 17 | process 3 memory 18
unrelated | 0.897 | memory 1 | memory 2
unrelated | 0.904 | fact number 1 about payments | fact number 2 about payments
unrelated | 0.955 | User 12 likes apples | User 13 likes apples
unrelated | 0.949 | note 1: buy milk | note 2: buy milk
unrelated | 0.783 | text 5 | text 6
unrelated | 0.969 | Worker 3 stores item number 17 of the load test | Worker 3 stores item number 18 of the load test
unrelated | 0.968 | Customer 17 prefers invoices by mail | Customer 18 prefers invoices by mail
unrelated | 0.968 | Project 5 uses PostgreSQL 16 | Project 6 uses PostgreSQL 16
unrelated | 0.950 | Fact 0001: alpha | Fact 0002: alpha
unrelated | 0.952 | Server 12 has 64 GB | Server 13 has 64 GB
unrelated | 0.680 | item 7 | item 8
unrelated | 0.935 | memory 4 of writer 2 | memory 4 of writer 3
unrelated | 0.891 | document-41 | document-42
unrelated | 0.590 | 41 | 42
unrelated | 0.965 | row 9: lorem ipsum | row 10: lorem ipsum
unrelated | 0.942 | test memory number 3 about billing | test memory number 4 about billing
unrelated | 0.971 | load test 6f1c2a90-77aa-4b0e-9d3c-0a1b2c3d4e5f | load test 6f1c2a90-77aa-4b0e-9d3c-0a1b2c3d4e60
unrelated | 0.974 | Thread 3 note 9 | Thread 3 note 10
unrelated | 0.940 | Observation #5: the build passed | Observation #6: the build passed
unrelated | 0.911 | The answer to question 12 is 42 | The answer to question 13 is 42
unrelated | 0.966 | Employee 4711 works in sales | Employee 4712 works in sales
unrelated | 0.980 | Order 1234567890 shipped | Order 1234567891 shipped
unrelated | 0.918 | Issue #12 is open | Issue #13 is open
unrelated | 0.930 | Sprint 5 starts Monday | Sprint 6 starts Monday
unrelated | 0.768 | memory number seventeen | memory number eighteen
unrelated | 0.852 | Team A is on call. | Team B is on call.
unrelated | 0.842 | Variant A is live. | Variant B is live.
unrelated | 0.950 | On 2024-05-01 we shipped. | On 2024-05-02 we shipped.
unrelated | 0.300 | buy milk | buy bread
unrelated | 0.706 | title: alpha | title: beta
unrelated | 0.872 | note Monday | note Tuesday
unrelated | 0.642 | The red team meets daily. | The blue team meets daily.
unrelated | 0.900 | The order id is 17. | The order id is 18.
unrelated | 0.884 | Port 8080 is open. | Port 9090 is open.
unrelated | 0.943 | Version 1.2 is stable. | Version 1.3 is stable.
unrelated | 0.984 | The library supports Python 3.10. | The library supports Python 3.11.
unrelated | 0.933 | The user takes the 17 bus. | The user takes the 18 bus.
unrelated | 0.905 | The gym costs 20 euros a month. | The gym costs 210 euros a year.
unrelated | 0.775 | The queue is named after Ada. | The queue is named Bea.
unrelated | 0.332 | The job is called by the scheduler. | The job is called Nightly.
supersedes | 0.974 | key 1 has value 10 | key 1 has value 11
supersedes | 0.960 | Project 5 uses PostgreSQL 14 | Project 5 uses PostgreSQL 16
supersedes | 0.895 | The service listens on port 8080 | The service listens on port 9090
supersedes | 0.963 | The meeting is at 10 | The meeting is at 11
supersedes | 0.961 | Python 3.11 is the minimum version | Python 3.12 is the minimum version
supersedes | 0.911 | The answer to question 12 is 42 | The answer to question 12 is 43
supersedes | 0.916 | The salary is 120000. | The salary is 130000.
supersedes | 0.936 | Rate limit: 100 | Rate limit: 200
supersedes | 0.920 | Heap size 4 GB | Heap size 8 GB
supersedes | 0.884 | The timeout is 90 seconds. | The timeout is 2 minutes.
supersedes | 0.920 | We run Blender 3 here. | We run Blender 4 here.
supersedes | 0.758 | Issue #12 is open | Issue #12 is closed
same | 0.942 | User 12 likes apples. | The user 12 likes apples
unrelated | 0.450 | Ben lives in Berlin | Ben lives in a small flat
unrelated | 0.768 | Ben lives in Berlin | Ben lives in Germany
unrelated | 0.526 | The service is written in Go | The service is written in a functional style
unrelated | 0.773 | The CLI is written in Go | The CLI is written in cobra
unrelated | 0.661 | The bot answers in German | The bot answers in seconds
unrelated | 0.441 | The repo belongs to the platform team | The repo belongs to the monorepo
unrelated | 0.507 | The team lead is Carla | The team lead is sick
unrelated | 0.453 | The CEO is Carla | The CEO is Danish
unrelated | 0.613 | The CEO is Carla | The CEO is right
unrelated | 0.301 | The author is Danish | The author is Carla
unrelated | 0.409 | The main problem is latency | The main problem is cost
unrelated | 0.450 | Reply in English | Reply in Markdown | preference
unrelated | 0.615 | CI runs on Linux | CI runs on Windows
unrelated | 0.553 | The app runs on AWS | The app runs on Kubernetes
unrelated | 0.735 | Kubernetes runs on AWS | Kubernetes runs on Linux
unrelated | 0.640 | The site is hosted on AWS | The site is hosted on Kubernetes
unrelated | 0.486 | The cluster is located in Frankfurt | The cluster is located in a locked room
unrelated | 0.688 | The flag is set to true | The flag is set to expire
unrelated | 0.665 | The project is led by Tom | The project is led by data
unrelated | 0.620 | Lisa works for Acme | Lisa works for free
unrelated | 0.556 | Lisa works at Acme | Lisa works for Tom
unrelated | 0.632 | Lisa works at Acme | Lisa works at weekends
unrelated | 0.604 | Lisa lives at home | Lisa lives in Rome
unrelated | 0.715 | Lisa's husband is Tom | Lisa's husband is tall
unrelated | 0.553 | Config lives in config.yaml | Config lives in the repo root
unrelated | 0.580 | Secrets live in Vault | Secrets live in AWS
unrelated | 0.581 | The code lives in src/ | The code lives in GitHub
unrelated | 0.323 | The frontend lives in apps/web | The frontend lives in the monorepo
unrelated | 0.702 | The tests live in tests/ | The tests live in the same repo
unrelated | 0.443 | Data lives in S3 | Data lives in Parquet files
unrelated | 0.549 | The report is written in LaTeX | The report is written in English
unrelated | 0.419 | The docs are written in Markdown | The docs are written in British English
unrelated | 0.775 | Commit messages are written in English | Commit messages are written in the imperative
unrelated | 0.579 | The server is called zeus | The server is called often
unrelated | 0.602 | The boss is Mia | The boss is angry
unrelated | 0.411 | The CTO is Mia | The CTO is German
unrelated | 0.435 | The CTO is Mia | The CTO is vegetarian
unrelated | 0.443 | The region is eu-west-1 | The region is far from users
unrelated | 0.549 | The main risk is cost | The main risk is the vendor
unrelated | 0.703 | The current blocker is CI | The current blocker is the review
unrelated | 0.558 | The official colour is teal | The official colour is ugly
unrelated | 0.687 | Eva works for Acme | Eva works for a startup
unrelated | 0.494 | Eva works at Acme | Eva works at the Berlin office
unrelated | 0.665 | Eva lives in Lyon | Eva lives in France
unrelated | 0.668 | Eva reports to Tom | Eva reports to the CTO
unrelated | 0.569 | Eva belongs to the data team | Eva belongs to the security guild
unrelated | 0.328 | The team is managed by Eva | The team is managed by OKRs
unrelated | 0.495 | The infra is managed by Terraform | The infra is managed by the SRE team
unrelated | 0.726 | Dependencies are managed by uv | Dependencies are managed by Renovate
unrelated | 0.652 | The cluster is managed by Argo | The cluster is managed by ops
unrelated | 0.701 | The domain is owned by Acme | The domain is owned by marketing
unrelated | 0.728 | The bot replies in threads | The bot replies in English
unrelated | 0.566 | The server responds in JSON | The server responds in under a second
unrelated | 0.619 | The company is based in Austin | The company is based in Texas
unrelated | 0.566 | The data center is located in Oregon | The data center is located in the US
unrelated | 0.786 | The button is located in the header | The button is located in Header.tsx
unrelated | 0.705 | The parser is located in src/parser.py | The parser is located in the core package
unrelated | 0.589 | The app is hosted on AWS | The app is hosted on EC2
unrelated | 0.617 | The worker runs on Linux | The worker runs on AWS
unrelated | 0.543 | The worker runs on Kubernetes | The worker runs on Azure
unrelated | 0.571 | The app runs on Windows | The app runs on macOS
unrelated | 0.630 | The game runs on Windows | The game runs on Linux
unrelated | 0.599 | The tool runs on macOS | The tool runs on Linux
unrelated | 0.733 | Our CLI runs on Linux | Our CLI runs on Windows
unrelated | 0.957 | Works on Python 3.10 | Works on Python 3.12
unrelated | 0.983 | The library runs on Python 3.10 | The library runs on Python 3.12
unrelated | 0.908 | Never deploy without a review | Never deploy a review
unrelated | 0.758 | Alice is the author of the RFC | Bob is the author of the RFC
unrelated | 0.857 | Likes light roast | Likes dark roast | preference
unrelated | 0.273 | Respond in JSON | Respond in German | preference
unrelated | 0.457 | Respond in Slack | Respond in English | preference
unrelated | 0.925 | The field is called name | The field is called names
unrelated | 0.975 | The column is called status | The column is called statuses
unrelated | 0.989 | Our API calls your API | Your API calls our API
unrelated | 0.948 | My laptop is faster than yours | Your laptop is faster than mine
unrelated | 0.972 | This test is slow | That test is slow
unrelated | 0.958 | My password is strong | Your password is strong
unrelated | 0.924 | I like Go | You like Go
unrelated | 0.567 | My birthday is May 3 | His birthday is June 4
unrelated | 0.876 | Your port is 80 | My port is 81
unrelated | 0.205 | I work at Acme | You work at Globex
unrelated | 0.867 | Our team uses Node 18 | Their team uses Node 20
unrelated | 0.876 | Our deadline is Friday | Their deadline is Monday
unrelated | 0.974 | I own the parser | You own the parser
unrelated | 0.939 | The regex is ^a$ | The regex is ^a+$
unrelated | 0.991 | Password regex is [a-z] | Password regex is (a-z)
unrelated | 0.961 | Use ; as separator | Use , as separator
unrelated | 0.966 | Separator is ; | Separator is ,
unrelated | 0.986 | Use 'x' quotes | Use "x" quotes
""")  # noqa: E501

REPORTING = _table("""
same | 0.967 | The user prefers dark roast in the morning. | User prefers dark roast in the morning | preference
same | 0.997 | Marta is the owner of the billing service. | Marta is the owner of billing service
same | 0.972 | Our CI runs on GitHub Actions. | Our CI is running on GitHub Actions.
same | 0.953 | Integration tests need a running Redis on port 6379 | The integration tests need a running Redis on port 6379.
same | 0.983 | The user doesn't eat meat | The user does not eat meat.
same | 0.853 | Always run the linter before committing. | Always run the linter before you commit. | preference
same | 0.950 | The staging database is wiped every night | Staging database gets wiped every night.
same | 0.977 | Error logs are kept for 30 days. | Error logs get kept for 30 days
same | 0.940 | The user lives in Lisbon. | User lives in Lisbon now.
same | 0.931 | Deploys happen from the release branch. | Deploys happen from the `release` branch.
same | 0.945 | He can't take calls before 10am. | He cannot take calls before 10am.
same | 0.519 | Ravi reports to Helen. | ravi reports to helen
same | 0.994 | The API returns dates in UTC. | API returns dates in UTC.
same | 0.971 | We use trunk-based development | We are using trunk-based development.
same | 0.892 | The user likes hiking in the mountains | The user enjoys hiking in the mountains
same | 0.970 | The build takes about twelve minutes | The build takes around twelve minutes.
same | 0.892 | User's favourite editor is Neovim. | The user's favorite editor is Neovim | preference
same | 0.999 | The nightly job exports invoices to S3. | The nightly job exports the invoices to S3.
same | 0.999 | Secrets live in Vault, never in the repo. | Secrets live in Vault and never in the repo.
same | 0.927 | Please write commit messages in the imperative. | Write commit messages in the imperative. | preference
same | 0.776 | The user wants short answers. | User wants brief answers. | preference
same | 0.999 | Restart the worker after changing the schema. | Restart worker after changing the schema. | lesson
same | 0.994 | To release, tag the commit and push the tag. | To release: tag the commit and push the tag | procedure
same | 0.868 | PostgreSQL 15 is our primary database. | Postgres 15 is our primary database.
same | 0.860 | The Kubernetes cluster has 5 nodes. | The k8s cluster has 5 nodes.
same | 0.934 | The frontend team meets on Thursdays. | The frontend team meets on Thursday.
same | 0.996 | Rate limit is 1000 requests per minute | Rate limit is 1,000 requests per minute.
same | 0.968 | 用户喜欢喝绿茶 | 用户喜欢喝绿茶。
same | 0.957 | Die Nutzerin wohnt in Köln | die Nutzerin wohnt in Köln.
same | 0.934 | The max upload size is 5 MB | The max upload size is 5MB.
same | 0.983 | The webhook retries three times | The webhook retries 3 times
same | 0.992 | Pagination broke because the cursor was null. | Pagination broke since the cursor was null. | failure
supersedes | 0.268 | User works at Siemens. | User works at Bosch.
supersedes | 0.566 | The billing service is owned by Marta. | The billing service is owned by Jonas.
supersedes | 0.966 | The project uses Python 3.10 | The project uses Python 3.12.
supersedes | 0.931 | Request timeout is 30 seconds. | Request timeout is 45 seconds.
supersedes | 0.934 | The user likes sushi. | The user no longer likes sushi. | preference
supersedes | 0.896 | The user drinks coffee. | The user stopped drinking coffee.
supersedes | 0.720 | We use Jenkins for CI. | We switched from Jenkins to GitHub Actions for CI.
supersedes | 0.836 | The user prefers light mode. | The user prefers dark mode. | preference
supersedes | 1.000 | The user prefers tabs over spaces. | The user prefers spaces over tabs. | preference
supersedes | 0.849 | Feature flag new_checkout is disabled. | Feature flag new_checkout is enabled.
supersedes | 0.880 | Deploy day is Thursday. | Deploy day is Tuesday.
supersedes | 0.360 | Our office is based in Vienna. | Our office is based in Graz.
supersedes | 0.615 | Tomás is married to Lucia. | Tomás is married to Elena.
supersedes | 0.956 | The export endpoint works. | The export endpoint does not work.
supersedes | 0.932 | The CLI supports Windows. | The CLI doesn't support Windows.
supersedes | 0.967 | Clients can call the admin API. | Clients cannot call the admin API.
supersedes | 0.945 | The marketing budget is $5k. | The marketing budget is $7k.
supersedes | 0.766 | Nadia reports to Victor. | Nadia reports to Simone.
supersedes | 0.913 | The user has 2 cats | The user has 3 cats
supersedes | 0.926 | We deploy on Fridays. | We no longer deploy on Fridays.
supersedes | 0.326 | The service is called Atlas. | The service is called Beacon.
supersedes | 0.781 | The user's favourite language is Go. | The user's favourite language is Rust. | preference
supersedes | 0.374 | The lead of the data team is Priya. | The lead of the data team is Omar.
supersedes | 0.890 | The user is vegetarian | The user isn't vegetarian anymore.
supersedes | 0.928 | Always squash before merging. | Never squash before merging. | preference
supersedes | 0.925 | The API uses Node 18. | The API now uses Node 20.
supersedes | 0.281 | The user lives in Lisbon. | The user moved to Porto.
supersedes | 0.806 | The standup is on Monday | From now on the standup is on Wednesday.
supersedes | 0.704 | Sync replication is used between regions | Async replication is now used between regions.
supersedes | 0.979 | Erik is allergic to nuts. | Erik is not allergic to nuts.
supersedes | 0.978 | The team trusts the flaky-test bot | The team doesn't trust the flaky-test bot
supersedes | 0.973 | Code review requires two approvals. | Code review requires one approval.
supersedes | 0.942 | Max retries is set to 3. | Max retries is set to 5.
supersedes | 0.588 | Home town: Lisbon | Home town: Porto | about=user/city/Lisbon>Porto
supersedes | 0.542 | Queue? Kafka. | Queue? NATS. | decision about=which queue do we use/decision/Kafka>NATS
supersedes | 0.505 | CEO of Acme is Jane Lee. | CEO of Acme is Mark Voss.
supersedes | 0.297 | The user is using Vim. | The user is using Emacs instead.
supersedes | 0.951 | The release is scheduled for March 3. | The release is scheduled for March 10.
supersedes | 0.977 | The cache is warmed on startup. | The cache isn't warmed on startup.
supersedes | 0.950 | The password policy requires 8 characters. | The password policy requires 12 characters.
supersedes | 0.946 | The user speaks French. | The user does not speak French.
supersedes | 0.921 | Write answers in bullet points. | Do not write answers in bullet points. | preference
supersedes | 0.876 | The importer handles duplicate rows. | The importer fails to handle duplicate rows.
supersedes | 0.655 | We host the site on Netlify. | We migrated the site from Netlify to Cloudflare Pages.
historical | 0.268 | User works at Bosch. | User works at Siemens. | given=-500
historical | 0.927 | The project uses Python 3.12. | The project uses Python 3.8. | given=-500
historical | 0.386 | The user lives in Porto. | The user lived in Lisbon. | given=-500
historical | 0.934 | The user no longer likes sushi. | The user likes sushi. | given=-500 preference
historical | 0.849 | The default branch is main. | The default branch is master. | given=-500
historical | 0.442 | Lives in Porto | Lives in Lisbon | given=-500 about=user/city/Porto>Lisbon
historical | 0.931 | Request timeout is 45 seconds. | Request timeout is 30 seconds. | given=-500
historical | 0.322 | The team lead is Omar. | The team lead is Priya. | given=-500 firm
disputed | 0.914 | We have a stand-up on Monday. | We have a stand-up on Wednesday.
disputed | 1.000 | Helen manages Ravi. | Ravi manages Helen.
disputed | 0.268 | User works at Siemens. | User works at Bosch. | firm
disputed | 0.966 | The project uses Python 3.10 | The project uses Python 3.12. | firm
disputed | 0.934 | The user likes sushi. | The user no longer likes sushi. | firm preference
disputed | 0.898 | The audit happens in January. | The audit happens in February.
disputed | 1.000 | The orders module depends on the customers module. | The customers module depends on the orders module.
disputed | 0.445 | The user lives in Lisbon. | The user lives in Porto. | at=0
disputed | 0.956 | The export endpoint works. | The export endpoint does not work. | at=0
disputed | 0.808 | Backups run in the morning. | Backups run in the evening.
disputed | 1.000 | Oskar mentors Lena. | Lena mentors Oskar.
disputed | 0.913 | The handover call is on Tuesday afternoon. | The handover call is on Friday afternoon.
disputed | 0.588 | Home town: Lisbon | Home town: Porto | about=user/city/Lisbon>Porto firm
disputed | 0.887 | The client polls synchronously. | The client polls asynchronously.
disputed | 0.693 | The default branch is main. | The default branch is trunk. | firm
unrelated | 0.502 | The user likes sushi. | The user likes ramen. | preference
unrelated | 0.326 | The user knows Haskell. | The user knows Erlang.
unrelated | 0.423 | The project uses Postgres. | The project uses Redis.
unrelated | 0.610 | Nadia lives in Lisbon. | Victor lives in Lisbon.
unrelated | 0.249 | Nadia lives in Lisbon. | Victor lives in Porto.
unrelated | 0.874 | Mocks are allowed in unit tests. | Mocks are not allowed in integration tests.
unrelated | 0.470 | The user visited Japan in 2019. | The user visited Peru in 2023.
unrelated | 0.449 | If the queue is full, retries are disabled. | Retries are enabled.
unrelated | 0.532 | Should we move the default branch to trunk? | The default branch is main.
unrelated | 0.245 | The user works at Siemens. | The user lives in Munich.
unrelated | 0.616 | The API returns JSON. | The API returns dates in UTC.
unrelated | 0.758 | Request timeout is 30 seconds. | Connect timeout is 5 seconds.
unrelated | 0.394 | The user owns a bicycle. | The user owns a canoe.
unrelated | 0.672 | Jonas speaks Danish. | Jonas speaks Swedish.
unrelated | 0.654 | The linter runs on every commit. | The formatter runs on every commit.
unrelated | 0.795 | See src/app/main.py for the entry point. | See src/api/main.py for the entry point.
unrelated | 0.884 | The build failed with error E1001. | The build failed with error E2002. | failure
unrelated | 0.861 | parse_header drops empty values. | parse_footer drops empty values.
unrelated | 0.968 | Marta reviewed pull request 812. | Marta reviewed pull request 813. | episode
unrelated | 0.730 | The user likes coffee in the morning. | The user does not like coffee in the evening. | preference
unrelated | 0.566 | The user would prefer dark mode if it existed. | The user prefers light mode. | preference
unrelated | 0.804 | The mobile app supports offline mode. | The web app does not support offline mode.
unrelated | 0.644 | Retry the upload three times. | Retry the download five times. | lesson
unrelated | 0.719 | Run make lint before pushing. | Run make test before pushing. | procedure
unrelated | 0.588 | Ravi is allergic to peanuts. | Ravi is not allergic to penicillin.
unrelated | 0.380 | The user has a sister named Ana. | The user has a brother named Leo.
unrelated | 0.564 | Version 1.2 fixed the memory leak. | Version 1.3 fixed the race in the cache.
unrelated | 0.333 | The Berlin office has 40 people. | The Madrid office has 25 people.
unrelated | 0.533 | Invoices are stored in S3. | Backups are stored in S3.
unrelated | 0.428 | The user plays piano on Mondays. | The user plays football on Tuesdays.
unrelated | 0.278 | The dog's name is Rex. | The cat's name is Milo.
unrelated | 0.685 | Tests for billing are slow. | Tests for billing are flaky.
unrelated | 0.268 | User works at Siemens. | User works at Bosch. | ends=500 given=1000
unrelated | 0.688 | Lena is the maintainer of the parser. | Lena is the maintainer of the printer.
unrelated | 0.817 | The gateway times out under load. | The gateway returns 502 under load.
unrelated | 0.489 | Ana said she likes jazz. | Leo said she hates jazz.
unrelated | 0.885 | The CSV import does not support quotes. | The CSV export does not support quotes.
unrelated | 0.339 | The user is learning Spanish. | The user is learning pottery.
unrelated | 0.860 | Column user_id is not null. | Column order_id is null.
unrelated | 0.590 | Release notes go to #announcements. | Release notes go to the changelog.
unrelated | 0.826 | We had a meeting with Acme on May 3. | We had a meeting with Acme on June 7. | episode
unrelated | 0.925 | The user finished the marathon in 4 hours. | The user finished the half marathon in 2 hours.
unrelated | 0.573 | The cat likes fish. | The cat likes the window seat.
unrelated | 0.237 | The parser is written in Rust. | The tests are written in Python.
unrelated | 0.923 | We don't know why the cache is slow. | The cache is slow.
unrelated | 0.430 | The user prefers tea. | The user prefers window seats. | preference
unrelated | 0.747 | Tokyo is in Japan. | Kyoto is in Japan.
unrelated | 0.803 | 用户喜欢喝绿茶 | 用户喜欢喝咖啡
unrelated | 0.440 | The user uses Vim. | The user uses tmux.
unrelated | 0.729 | The old API key was revoked on 2024-03-01. | The new API key was issued on 2024-03-02.
unrelated | 0.865 | Pat ran the migration on staging. | Pat ran the migration on production. | episode
same | 0.913 | Photos are stored at full resolution. | The photos are stored at full resolution.
same | 0.994 | Kenji doesn't eat shellfish. | Kenji does not eat shellfish.
same | 0.970 | We pin every dependency in the lock file. | We pin each dependency in the lock file.
same | 0.999 | The tablet app syncs every 10 minutes over Wi-Fi. | The tablet app syncs every 10 minutes over Wi-Fi
same | 0.988 | Grants above 20000 euros need two signatures. | Grants above 20,000 euros need 2 signatures.
same | 0.999 | Never restart the ledger during market hours. | Never restart the ledger during the market hours. | lesson
same | 0.932 | The user likes to be asked before files are deleted. | User likes to be asked before files get deleted. | preference
same | 0.960 | Customer data stays inside the EU region. | The customer data stays inside the EU region.
supersedes | 0.946 | The museum opens at 9:30. | The museum opens at 10:00.
supersedes | 0.644 | Kenji works for the harbour authority. | Kenji works for a shipping startup.
supersedes | 0.931 | The ledger accepts negative amounts. | The ledger does not accept negative amounts.
supersedes | 0.933 | Invoices are signed by default. | Invoices are no longer signed by default.
supersedes | 0.853 | Public registration is open. | Public registration is closed.
supersedes | 0.613 | The data team's manager is Aisha. | The data team's manager is Dmitri.
supersedes | 0.408 | The user lives in a flat in Leeds. | The user lives in a house in York.
supersedes | 0.683 | The mail gateway is hosted on Hetzner. | The mail gateway is hosted on AWS.
supersedes | 0.705 | The user prefers metric units. | The user prefers imperial units. | preference
supersedes | 0.678 | Aisha is the maintainer of the charts package. | Dmitri is the maintainer of the charts package.
supersedes | 0.829 | We render PDFs with wkhtmltopdf. | We replaced wkhtmltopdf with Chromium to render PDFs.
supersedes | 0.917 | The team plans in two-week sprints. | The team now plans in three-week sprints.
supersedes | 0.958 | The free tier includes 3 projects. | The free tier includes 5 projects.
supersedes | 0.898 | Kenji eats fish. | Kenji stopped eating fish.
supersedes | 0.987 | The bot is allowed to merge dependency updates. | The bot is not allowed to merge dependency updates.
supersedes | 0.516 | The project license is MIT. | The project license is Apache-2.0.
supersedes | 0.891 | Always ask before deleting files. | Never ask before deleting files. | preference
supersedes | 0.472 | Aisha reports to the finance director. | Aisha reports to the chief of staff.
disputed | 0.932 | The book club meets on Sunday. | The book club meets on Wednesday.
disputed | 0.776 | The user takes the medicine in the morning. | The user takes the medicine in the evening.
disputed | 1.000 | Aisha supervises Dmitri. | Dmitri supervises Aisha.
disputed | 0.606 | The charts package is called plotline. | The charts package is called inkwell. | firm
unrelated | 0.358 | The user works from home. | The user works for Bosch.
unrelated | 0.697 | Kenji lives with Aisha. | Kenji lives in Osaka.
unrelated | 0.552 | The ledger accepts negative amounts. | The ledger does not accept foreign currencies.
unrelated | 0.769 | The museum opens at 9:30. | The museum closes at 18:00.
unrelated | 0.755 | The museum shop opens at 9:30. | The museum cafe opens at 11:00.
unrelated | 0.736 | The data team's manager is Aisha. | The data team's manager is on leave.
unrelated | 0.720 | Photos are stored on S3. | Photos are stored at full resolution.
unrelated | 0.725 | Kenji owns 2 boats. | Kenji owns 4 kayaks.
unrelated | 0.959 | The user bought a Fairphone 4. | The user bought a Fairphone 5.
unrelated | 0.617 | The branch is named after the ticket. | The branch is named release.
unrelated | 0.803 | Flight 212 leaves at 8:00. | Flight 417 leaves at 9:00.
unrelated | 0.587 | The title is too long. | The title is Dune.
unrelated | 0.623 | The harbour gate is open on Saturday. | The market gate is closed on Sunday.
unrelated | 0.675 | Dmitri is called every Friday. | Dmitri is called Dima.
unrelated | 0.873 | Large tables are partitioned by month. | Large tables are partitioned by region.
unrelated | 0.864 | The user ran 5 km on Monday. | The user ran 8 km on Thursday.
unrelated | 0.588 | Aisha prefers calls on Monday. | Dmitri prefers calls on Tuesday. | preference
unrelated | 0.852 | Kenji does not work on Fridays. | Kenji does not work on Mondays.
unrelated | 0.823 | The server room is locked at night. | The server room is locked at noon.
unrelated | 0.601 | Unit tests may use the network. | Contract tests may not use the network.
unrelated | 0.903 | The plan costs 9 euros a month. | The plan costs 90 euros a year.
unrelated | 0.421 | The user is learning the cello. | The user is learning the oboe.
unrelated | 0.349 | Photos are kept forever. | Videos are kept for 90 days.
unrelated | 0.431 | The price is fixed. | The price is 12 euros.
unrelated | 0.780 | We rate the vendor 3 stars for support. | We rate the vendor 5 stars for price.
unrelated | 0.980 | Ledger entry 88 was approved by Ines. | Ledger entry 89 was approved by Ines.
unrelated | 0.968 | Camera 4 watches the loading dock. | Camera 5 watches the loading dock.
unrelated | 0.976 | Synthetic record 2041 for the soak test | Synthetic record 2042 for the soak test
unrelated | 0.981 | Tenant 31 stores its files in Frankfurt. | Tenant 32 stores its files in Frankfurt.
unrelated | 0.952 | The reply to email 7 is pending. | The reply to email 8 is pending.
unrelated | 0.962 | Locker 015 belongs to Farid. | Locker 016 belongs to Farid.
unrelated | 0.939 | Serial 99817263 is registered. | Serial 99817264 is registered.
unrelated | 0.863 | Group C meets in the library. | Group D meets in the library.
unrelated | 0.977 | Paragraph 12 mentions the budget of 4000 euros. | Paragraph 13 mentions the budget of 4000 euros.
unrelated | 0.952 | 41: the kettle is on | 42: the kettle is on
unrelated | 0.958 | On 2023-11-02 the backup finished. | On 2023-11-03 the backup finished.
unrelated | 0.963 | Bus 12 stops at the station. | Bus 14 stops at the station.
unrelated | 0.885 | sample text number five | sample text number six
unrelated | 0.960 | Apartment 3B has two bedrooms. | Apartment 4B has two bedrooms.
unrelated | 0.967 | Gate 7 closes at 18:00. | Gate 9 closes at 18:00.
unrelated | 0.371 | The user lives in house 5. | The user parks in lot 5.
unrelated | 0.879 | Customer 17 pays 30 euros. | Customer 18 pays 45 euros.
unrelated | 0.356 | Remember the word lantern | Remember the word orchard
unrelated | 0.664 | Service gamma depends on Redis 7. | Service delta depends on Redis 7.
unrelated | 0.767 | Ines supports Python 3.10. | Farid supports Python 3.12.
unrelated | 0.937 | Question 3 is worth 10 points. | Question 4 is worth 10 points.
unrelated | 0.829 | The subscription costs 5 dollars a week. | The subscription costs 200 dollars a year.
unrelated | 0.434 | Track 2 is called Harbour. | Track 3 is called Lantern.
same | 0.946 | Customer 17 likes short emails. | The customer 17 likes short emails.
same | 0.902 | Worker 3 restarts every 15 minutes. | The worker 3 restarts every 15 minutes.
same | 0.908 | Gate 7 closes at 18:00. | The gate 7 closes at 18:00.
same | 0.987 | The ingest job needs 4 GB of memory. | The ingest job needs four GB of memory.
same | 0.851 | Ticket 812 is blocked by the audit. | The ticket 812 is blocked by the audit.
supersedes | 0.952 | The ingest job needs 4 GB of memory. | The ingest job needs 8 GB of memory.
supersedes | 0.961 | Gate 7 closes at 18:00. | Gate 7 closes at 19:30.
supersedes | 0.920 | Customer 17 pays 30 euros. | Customer 17 pays 45 euros.
supersedes | 0.726 | Tenant 31 is enabled. | Tenant 31 is disabled.
supersedes | 0.927 | The maximum page size is 50. | The maximum page size is 200.
supersedes | 0.969 | The scheduler runs on Java 17. | The scheduler runs on Java 21.
supersedes | 0.963 | The library card costs 12 euros. | The library card costs 15 euros.
supersedes | 0.961 | The yearly budget is 120000 euros. | The yearly budget is 150000 euros.
supersedes | 0.952 | Farid is 41 years old. | Farid is 42 years old.
supersedes | 0.962 | The debugger listens on port 5005. | The debugger listens on port 5006.
supersedes | 0.959 | Service gamma depends on Redis 6. | Service gamma depends on Redis 7.
supersedes | 0.973 | Bus 12 leaves every 10 minutes. | Bus 12 leaves every 20 minutes.
disputed | 0.866 | Group C meets on Tuesday. | Group C meets on Thursday.
disputed | 1.000 | Team 4 manages team 9. | Team 9 manages team 4.
historical | 0.927 | The maximum page size is 200. | The maximum page size is 50. | given=-500
historical | 0.962 | The debugger listens on port 5006. | The debugger listens on port 5005. | given=-500
""")  # noqa: E501
