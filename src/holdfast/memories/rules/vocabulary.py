"""The words that the memory rules know, in tables: what English marks, and with which words.

Nothing here decides anything. A table is named after what its words do in a sentence.
"""


def word_set(words: str) -> frozenset[str]:
    """A set of words from a line of them: such tables read better without quotes."""
    return frozenset(words.split())


def word_pairs(pairs: str) -> dict[str, str]:
    """`"a>b c>b"` as a dictionary: such tables read better on a few lines."""
    return dict(pair.split(">") for pair in pairs.split())


STOP_WORDS = word_set("""
    the this that these those user users i me my mine we us our ours you your yours it its
    his their theirs and but also so then too very really quite actually just still already yet
    please always well basically simply any there here which of as him them let around about roughly
    approximately ever per
    """)
ARTICLES = frozenset({"a", "an"})
# Who or what is meant. "Users" are not the user who speaks.
PERSONS = (
    dict.fromkeys(word_set("i me my mine myself user"), "i")
    | dict.fromkeys(word_set("you your yours yourself"), "you")
    | dict.fromkeys(word_set("we us our ours"), "we")
    | dict.fromkeys(word_set("they them their theirs"), "they")
    | dict.fromkeys(word_set("he him his"), "he")
    | dict.fromkeys(word_set("she her hers"), "she")
    | dict.fromkeys(word_set("it its"), "it")
    | {word: word for word in word_set("users this that these those")}
)
DETERMINERS = word_set("the this that these those my our your his her its their")
COPULAS = word_set("is are am was were be been being gets get got becomes")
AUXILIARIES = word_set("do does did")
PREPOSITIONS = word_set("in on at for into onto within inside during")
NEGATIONS = word_set(
    "off not no never nor none nolonger usedto failsto unableto without avoid avoids"
)
CHANGE_MARKERS = word_set(
    "now instead nolonger fromnowon anymore currently nowadays henceforth fromnow asof"
)
STOPPING = word_set("stopped stops quit quits ceased stop quitted")
HEDGES = word_set("""
    if unless whether would could might may maybe perhaps probably possibly suppose supposing
    imagine hypothetically plans planned planning consider considers considering considered
    think thinks thought believe believes believed hope hopes hoped ask asks asked wonder wonders
    said says claims claimed heard assume assumes assuming suggests suggested proposed proposes
    """)
QUESTION_STARTS = word_set("is are does did was were why what who whose how should could would")

OPPOSITES = word_pairs("""
    disabled>enable disable>enable disables>enable disabling>enable dislike>like dislikes>like
    disliked>like hate>like hates>like hated>like inactive>active unavailable>available
    forbidden>allow prohibited>allow banned>allow disallowed>allow disallow>allow forbid>allow
    forbids>allow denied>allow denies>allow deny>allow invalid>valid unsupported>support
    broken>work incorrect>correct wrong>correct false>true impossible>possible closed>open
    absent>present unsafe>safe insecure>secure incompatible>compatible unstable>stable
    unhappy>happy disagree>agree disagrees>agree distrust>trust distrusts>trust
    unnecessary>necessary optional>require excluded>include excludes>include exclude>include
    fails>pass fail>pass failed>pass failing>pass rejects>accept reject>accept rejected>accept
    down>up inaccessible>accessible unreliable>reliable unreachable>reachable
    """)

SYNONYMS = word_pairs("""
    enjoy>like love>like adore>like brief>short concise>short terse>short large>big huge>big
    begin>start since>because favorite>favourite color>colour behavior>behaviour repository>repo
    configuration>config documentation>doc documents>doc utilise>use utilize>use purchase>buy
    each>every database>db application>app directory>folder mandatory>require
    reside>live relocate>move e-mail>email quick>fast rapid>fast permitted>allow permit>allow
    employed>work maintainer>maintainer boss>manager environment>env production>prod
    development>dev administrator>admin authentication>auth whilst>while
    organization>organisation center>centre gray>grey obtain>get everyday>daily
    """)

IRREGULAR = word_pairs("""
    ran>run wrote>write written>write built>build kept>keep sent>send held>hold met>meet
    chose>choose chosen>choose made>make bought>buy thought>think went>go gone>go spoke>speak
    spoken>speak ate>eat eaten>eat drank>drink drunk>drink drove>drive driven>drive led>lead
    sold>sell won>win brought>bring caught>catch felt>feel found>find fell>fall flew>fly
    forgot>forget grew>grow knew>know slept>sleep spent>spend stole>steal threw>throw wore>wear
    paid>pay told>tell said>say left>leave taught>teach took>take taken>take gave>give given>give
    came>come saw>see seen>see began>start begun>start broke>break has>have had>have having>have
    children>child people>person men>man women>woman mice>mouse indices>index lost>lose
    """)
PAST_AUXILIARIES = word_set("was were had did")
PRESENT_AUXILIARIES = word_set("is are am has have does do can must")
PAST_FORMS = word_set("""
    ran wrote met chose bought thought went spoke ate drank drove told said took gave came saw
    began broke taught lost sold won brought caught felt found fell flew forgot grew knew slept
    spent stole threw wore built sent held paid made
    """)
# Past in form, but what they tell is how things are since then.
RESULT_VERBS = word_set("""
    moved switched migrated changed stopped quit upgraded downgraded relocated replaced renamed
    raised increased lowered reduced bumped decreased usedto
    """)
QUALITIES = word_set("""
    slow fast old new good bad big large small long short stale wrong ready late early empty full
    happy sad high low hard easy nice great poor rich clean dirty safe flaky noisy quiet busy free
    cheap expensive weak strong simple complex okay fine open public private young green up down
    heavy light unclear clear correct true false right
    """)
QUALITY_ENDINGS = ("ed", "able", "ible", "ful", "ous", "ive", "less", "ing", "ant", "ent")

_NUMERALS = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen
    """
NUMBER_WORDS = {word: str(value) for value, word in enumerate(_NUMERALS.split())} | dict(
    once="1",
    twice="2",
    twenty="20",
    thirty="30",
    forty="40",
    fifty="50",
    sixty="60",
    seventy="70",
    eighty="80",
    ninety="90",
    hundred="100",
)

UNITS = word_pairs("""
    s>second sec>second secs>second second>second seconds>second ms>ms millisecond>ms
    milliseconds>ms min>minute mins>minute minute>minute minutes>minute h>hour hr>hour hrs>hour
    hour>hour hours>hour d>day day>day days>day week>week weeks>week month>month months>month
    year>year years>year kb>kb mb>mb gb>gb tb>tb kib>kib mib>mib gib>gib megabytes>mb
    gigabytes>gb kilobytes>kb px>px am>am pm>pm %>percent percent>percent times>time time>time
    km>km kg>kg cm>cm mm>mm hz>hz mhz>mhz ghz>ghz x>x usd>usd eur>eur dollars>dollar euros>euro
    """)

_CLOSED: dict[str, str] = {
    "weekday": "monday tuesday wednesday thursday friday saturday sunday",
    "month": "january february march april may june july august september october november"
    " december",
    "indentation": "tab space",
    "theme": "light dark",
    "concurrency": "sync async",
    "editor": "vim neovim emacs vscode pycharm nano helix sublime zed",
    "api style": "rest graphql grpc soap",
    "part of day": "morning afternoon evening night noon midnight",
    "package tool": "npm yarn pnpm bun",
    "side": "left right",
    "measure": "metric imperial",
    "temperature": "celsius fahrenheit",
    "quotes": "single double",
    "season": "summer autumn winter",
    "cadence": "hourly daily nightly weekly fortnightly monthly quarterly yearly",
    "level": "low medium high",
    "colour": "red blue green yellow orange purple pink black white grey",
    "platform": "heroku aws gcp azure netlify vercel fly.io railway render digitalocean hetzner",
    "naming": "snake_case camelcase kebab-case pascalcase",
    "case": "uppercase lowercase",
}
CLOSED_SETS: dict[str, str] = {
    value: name for name, values in _CLOSED.items() for value in values.split()
}
CLOSED_FORMS: dict[str, str] = (
    {value: value for value in CLOSED_SETS}
    | {f"{day}s": day for day in _CLOSED["weekday"].split()}
    | {f"{part}s": part for part in _CLOSED["part of day"].split()}
    | word_pairs("""
        tabs>tab spaces>space synchronous>sync synchronously>sync asynchronous>async
        asynchronously>async gray>grey amazon-web-services>aws
        jan>january feb>february apr>april jun>june jul>july aug>august sep>september
        sept>september oct>october nov>november dec>december tue>tuesday thu>thursday
        fri>friday
        """)
)
CLOSED_ONLY_WITH_CAPITAL = word_set("may march rest jan jun nov dec")

NOT_PAST = word_set("""
    need feed seed speed embed exceed proceed succeed indeed shed bleed breed weed deed red bed
    """)

NOT_ADVERBS = word_set("""
    only early daily weekly monthly hourly yearly nightly quarterly fortnightly family reply
    apply supply assembly italy july rely anomaly friendly monopoly multiply imply comply
    italy elderly likely unlikely ugly lonely
    """)
ORDINALS = word_set("st nd rd th")
MAGNITUDES = word_set("k m bn")
CONTRACTED_NOT = {"ca": "can", "wo": "will", "sha": "shall"}
PRONOUN_WITH_IS = word_set("it he she that they we i you there")

# What tells a number that is a value ("port 8080") from one that is a name ("ticket 8080").
VALUE_NOUNS = word_set("""
    port ports version versions limit limits budget timeout timeouts price size level priority age
    score rate salary count value threshold quota capacity temperature weight height length width
    depth speed deadline cost fee total maximum minimum max min average ttl interval duration delay
    concurrency percentage ratio rank rating balance stock frequency latency throughput coverage
    cap allowance income rent revenue discount population parallelism
    """)
NAMING_NOUNS = word_set("number numbers no id ids identifier serial uuid key code user users index")
# Capitalised or not, a number behind them is never a version.
NUMBERED_THINGS = word_set("""
    issue pr request ticket error line step page chapter rfc bug case task room sprint part phase
    commit order invoice shard rule section exercise experiment plan build option scenario building
    gate team group table platform terminal locker slot item memory note fact record document thread
    worker process job test block floor lane dock bay unit class course form template variant
    """)
VALUE_VERBS = word_set("""
    has have takes take costs cost requires require needs need includes include contains contain
    allows allow permits permit lasts keeps keep holds hold retries retry uses use serves accepts
    accept handles handle supports support pays pay earns earn charges weighs weigh measures spans
    equals reaches reach covers eats eat drinks drink due
    """)
VERBS = word_set("""
    lives works listens runs starts opens closes ends begins meets happens happen expires expire
    leaves arrives deploys depends depend relies stays goes sits belongs syncs polls refreshes
    rotates targets wants want prefers prefer likes knows know speaks buys owns moved switched
    migrated upgraded downgraded changed raised increased lowered reduced bumped sends gives
    will shall should cannot
    """)
# As often nouns ("the test run", "the set"): verbs only where a verb must stand.
VERBS_AFTER_PRONOUN = word_set("""
    run set limit start open close end listen work live deploy host sync poll meet go store send
    schedule target move leave
    """)
VALUE_PREPOSITIONS = word_set("""
    to of at after for every each within by over under above below until
    """)
ONE_VERSION = word_set("""
    version minimum default primary main current latest required only baseline
    """)
# Labels of a form: alone before a colon they say what a line holds, and there are many lines.
FORM_FIELDS = word_set("""
    name title url path email address status role author host day phone owner lead
    """)
