"""Same, superseding, historical, disputed or unrelated: the verdict on two statements."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.memories.rules.contradiction import SAME_COSINE, Statement, Verdict, compare
from holdfast.memories.rules.vocabulary import word_set
from holdfast.memories.rules.words import stem
from tests.unit.memories.pairs import DEVELOPING, REPORTING, Pair

OUTCOMES = ("same", "supersedes", "historical", "disputed", "unrelated")

# The words say the same and the embedder disagrees: kept as two memories, by choice.
MISSED_BY_CHOICE = [
    pair for pair in DEVELOPING if pair.outcome == "same" and pair.cosine < SAME_COSINE
]


def _fact(text: str, starts: int = 0, kind: str = "fact") -> Statement:
    return Statement(text, kind, None, None, None, starts, False, None, False)


def _label(pair: Pair) -> str:
    return f"{pair.outcome}: {pair.old.text} / {pair.new.text}"


def _verdict(old: str, new: str, cosine: float | None = 0.97) -> Verdict:
    return compare(_fact(old), _fact(new, 100), cosine)


def _judged(pairs: Iterable[Pair]) -> Counter[tuple[str, str]]:
    """How often each outcome was wanted and given."""
    return Counter(
        (pair.outcome, compare(pair.old, pair.new, pair.cosine).outcome) for pair in pairs
    )


@pytest.mark.parametrize(
    "pair",
    [pair for pair in DEVELOPING if pair not in MISSED_BY_CHOICE],
    ids=_label,
)
def test_a_labelled_pair_gets_its_label(pair: Pair) -> None:
    assert compare(pair.old, pair.new, pair.cosine).outcome == pair.outcome


@pytest.mark.parametrize("pair", MISSED_BY_CHOICE, ids=_label)
def test_what_the_embedder_finds_too_far_apart_stays_two_memories(pair: Pair) -> None:
    assert compare(pair.old, pair.new, pair.cosine).outcome == "unrelated"


def test_the_tables_are_large_and_cover_every_outcome() -> None:
    for table in (DEVELOPING, REPORTING):
        assert len(table) >= 120
        assert {pair.outcome for pair in table} == set(OUTCOMES)
    texts = {(pair.old.text, pair.new.text, pair.new.starts, pair.old.firm) for pair in DEVELOPING}
    assert not texts & {
        (pair.old.text, pair.new.text, pair.new.starts, pair.old.firm) for pair in REPORTING
    }


@pytest.mark.parametrize(("outcome", "wrong_max"), [("same", 0), ("supersedes", 0)])
def test_pairs_kept_for_reporting_are_hardly_ever_merged_or_superseded_wrongly(
    outcome: str, wrong_max: int
) -> None:
    judged = _judged(REPORTING).items()
    wrong = [n for (label, given), n in judged if given == outcome != label]
    assert sum(wrong) <= wrong_max


@pytest.mark.parametrize(
    ("outcome", "recall"),
    [
        ("same", 0.65),
        ("supersedes", 0.90),
        ("historical", 0.95),
        ("disputed", 0.90),
        ("unrelated", 0.95),
    ],
)
def test_recall_on_pairs_kept_for_reporting_does_not_fall(outcome: str, recall: float) -> None:
    judged = _judged(REPORTING)
    wanted = sum(n for (label, _), n in judged.items() if label == outcome)
    assert judged[outcome, outcome] / wanted >= recall


@pytest.mark.parametrize(
    ("old", "new", "outcome"),
    [
        ("The client speaks HTTP/1.1.", "The client speaks HTTP/2.", "unrelated"),
        ("The user's pronouns are he/him.", "The user's pronouns are she/her.", "unrelated"),
        ("Room 4 is free on Monday.", "Room 4 is free on Friday.", "disputed"),
        ("Ask before deleting.", "Never ask before deleting.", "unrelated"),
        ("Alice lives in house 5.", "Alice lives in house 6.", "unrelated"),
        ("12 users are online.", "15 users are online.", "unrelated"),
        ("Team 4 manages team 9.", "Team 9 manages team 4.", "unrelated"),
    ],
)
def test_what_the_rules_do_not_see_costs_a_second_memory_or_a_question(
    old: str, new: str, outcome: str
) -> None:
    assert _verdict(old, new).outcome == outcome


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("Alice likes tea", "Alice no longer likes tea", Verdict("supersedes", "polarity")),
        ("It uses PostgreSQL 14", "It uses PostgreSQL 16", Verdict("supersedes", "number")),
        ("Alice lives in Rome", "Alice lives in Oslo", Verdict("supersedes", "exclusive")),
        ("Calls are on Monday", "Calls are on Friday", Verdict("disputed", "weekday")),
        ("Bob is the CEO of Acme", "Eve is the CEO of Acme", Verdict("supersedes", "role")),
        ("Alice lives in Rome", "Alice moved to Oslo", Verdict("supersedes", "moved")),
        ("We use Jest", "We use Vitest instead of Jest", Verdict("supersedes", "instead")),
        ("Alice reports to Bob", "Bob reports to Alice", Verdict("disputed", "swapped")),
        ("William likes tea", "Williams likes tea", Verdict("unrelated", "name")),
        ("Sam is called daily", "Sam calls daily", Verdict("unrelated", "voice")),
        ("Bob was vegetarian", "Bob is vegetarian", Verdict("unrelated", "tense")),
        ("Users can read", "Users can slowly read", Verdict("unrelated", "manner")),
        ("Set the cap to 30", "Set the cap to 60", Verdict("supersedes", "number")),
        ("Meet here. 5 is fine", "Meet here. 6 is fine", Verdict("unrelated", "label")),
        ("Ticket 12 is open", "Ticket 13 is open", Verdict("unrelated", "label")),
        ("Team A is on call", "Team B is on call", Verdict("unrelated", "label")),
    ],
)
def test_a_verdict_names_its_rule(old: str, new: str, verdict: Verdict) -> None:
    assert _verdict(old, new) == verdict


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("User works in Berlin.", "User works at Siemens."),
        ("Lena is a maintainer of the parser.", "Omar is a maintainer of the parser."),
        ("The default branch is stale.", "The default branch is protected."),
        ("The user lives in NYC.", "The user lives in New York City."),
        ("The cache TTL is 5 minutes.", "The cache TTL is 300 seconds."),
        ("Sam sold 3 cars.", "Sam sold 4 cars."),
        ("Bob likes Python 2.", "Bob likes Python 3."),
        ("We use MySQL for analytics.", "We switched from MySQL to Postgres."),
        ("Alice lives in Berlin.", "Alice does not live in Paris."),
        ("The user is called Sam.", "The user calls Sam."),
        ("getUser returns null.", "getuser returns null."),
        ("The build is ✅", "The build is ❌"),
        ("x > 5 is fine", "x < 5 is fine"),
        ("Run it with --force", "Run it with --no-force"),
        ("Admins can write, users cannot read.", "Admins cannot write, users can read."),
        ("The user likes tea, not coffee.", "The user likes coffee, not tea."),
        ("We deploy from staging to production.", "We deploy from production to staging."),
    ],
)
def test_a_trap_is_left_alone_even_when_the_vectors_agree(old: str, new: str) -> None:
    assert _verdict(old, new, 0.999).outcome == "unrelated"


def test_without_a_cosine_equal_words_are_the_same() -> None:
    assert _verdict("The user likes dark mode", "User likes dark mode", None).outcome == "same"


def test_below_the_threshold_equal_words_are_not_merged() -> None:
    near = _verdict("User likes dark mode", "The user likes dark mode", SAME_COSINE - 0.001)
    assert near == Verdict("unrelated", "cosine")


def test_another_kind_is_another_memory() -> None:
    old, new = _fact("Retry the upload", kind="lesson"), _fact("Retry the upload", 9, "procedure")
    assert compare(old, new, 1.0) == Verdict("unrelated", "kind")


def test_a_fact_contradicts_a_preference() -> None:
    old, new = _fact("User likes tea", kind="preference"), _fact("User does not like tea", 9)
    assert compare(old, new, 0.9).outcome == "supersedes"


@pytest.mark.parametrize("kind", ["failure", "lesson", "procedure", "episode"])
def test_what_happened_or_was_learnt_is_never_contradicted(kind: str) -> None:
    old, new = _fact("The limit is 100", kind=kind), _fact("The limit is 200", 9, kind)
    assert compare(old, new, 0.99).outcome == "unrelated"


def test_times_that_do_not_meet_do_not_contradict_and_do_not_merge() -> None:
    old = replace(_fact("Alice lives in Rome"), ends=50)
    assert compare(old, _fact("Alice lives in Oslo", 50), 0.9) == Verdict("unrelated", "time")
    assert compare(old, _fact("Alice lives in Rome", 50), 1.0) == Verdict("unrelated", "time")


def test_a_start_before_what_was_only_recorded_later_does_not_make_it_history() -> None:
    new = replace(_fact("Alice lives in Oslo", -500), starts_given=True)
    assert compare(_fact("Alice lives in Rome"), new, 0.9) == Verdict("supersedes", "exclusive")


def test_a_start_before_a_given_one_makes_it_history() -> None:
    old = replace(_fact("Alice lives in Rome"), starts_given=True)
    new = replace(_fact("Alice lives in Oslo", -500), starts_given=True)
    assert compare(old, new, 0.9) == Verdict("historical", "exclusive")


def test_an_end_before_the_old_start_makes_it_history() -> None:
    new = replace(_fact("Alice lives in Oslo", -500), starts_given=True, ends=-100)
    assert compare(_fact("Alice lives in Rome"), new, 0.9) == Verdict("historical", "exclusive")


def test_an_unsure_contradiction_is_never_history() -> None:
    old = replace(_fact("Calls are on Monday"), starts_given=True)
    new = replace(_fact("Calls are on Friday", -500), starts_given=True)
    assert compare(old, new, 0.9) == Verdict("disputed", "weekday")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The user prefers tabs", "Prefers tabs"),
        ("I like tea", "The user likes tea"),
        ("Our cluster runs in Rome", "The cluster runs in Rome"),
    ],
)
def test_the_user_and_the_team_may_go_unsaid(old: str, new: str) -> None:
    assert _verdict(old, new).outcome == "same"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("You like Go", "I like Go", "person"),
        ("That test is slow", "This test is slow", "person"),
        ("The regex is ^a$", "The regex is ^a+$", "spelling"),
        ("The separator is ;", "The separator is ,", "spelling"),
        ("The field is called name", "The field is called names", "spelling"),
    ],
)
def test_other_people_symbols_and_spelled_names_keep_two_memories(
    old: str, new: str, reason: str
) -> None:
    assert _verdict(old, new) == Verdict("unrelated", reason)


@pytest.mark.parametrize(
    ("old", "new", "outcome"),
    [
        ("Bob works for Acme", "Bob now works for a startup", "disputed"),
        ("Bob works for Acme", "Bob works for a startup", "unrelated"),
        ("The lead is Carla", "The lead is Dave", "supersedes"),
        ("The lead is Carla", "The lead is Danish", "unrelated"),
        ("The default branch is main", "The default branch is trunk", "supersedes"),
        ("The default branch is main", "The default branch is protected", "unrelated"),
        ("Reply in English", "Reply in German", "supersedes"),
        ("Reply in English", "Reply in Markdown", "unrelated"),
        ("Tom lives in Lyon", "Tom lives in France", "unrelated"),
        ("Tom lives in Lyon", "Tom moved to France", "unrelated"),
        ("The API is owned by Ann", "The API is owned by Bob", "supersedes"),
        ("The infra is managed by Terraform", "The infra is managed by Ann", "unrelated"),
    ],
)
def test_one_object_gives_way_only_to_another_of_its_shape(
    old: str, new: str, outcome: str
) -> None:
    assert _verdict(old, new).outcome == outcome


def test_a_firm_statement_is_disputed_and_never_superseded() -> None:
    old = replace(_fact("Alice lives in Rome"), firm=True)
    assert compare(old, _fact("Alice lives in Oslo", 9), 0.9) == Verdict("disputed", "firm")


def test_one_attribute_is_compared_whatever_the_words_are() -> None:
    old = replace(_fact("Home: Rome"), subject="The user", attribute="City", value="Rome")
    new = replace(_fact("now up in Oslo", 9), subject="user", attribute="city", value="Oslo")
    assert compare(old, new, 0.1) == Verdict("supersedes", "attribute")


def test_the_same_attribute_of_another_subject_is_unrelated() -> None:
    old = replace(_fact("The limit is 5"), subject="upload", attribute="limit", value="5")
    new = replace(_fact("The limit is 7", 9), subject="download", attribute="limit", value="7")
    assert compare(old, new, 0.99).outcome == "unrelated"


def test_a_long_text_is_the_same_only_as_itself() -> None:
    text = "Alice lives in Rome. " * 200
    assert _verdict(text, text.upper()) == Verdict("same", "text")
    assert _verdict(text, text.replace("Rome", "Oslo")) == Verdict("unrelated", "long text")


NUMBERED = """
    {}
    item {}
    document-{}
    #{} is done
    memory {} of writer 4
    row {}: lorem ipsum
    test memory number {} about billing
    Thread 3 note {}
    Observation #{}: the build passed
    The answer to question {} is 42
    Employee {} works at Bosch
    Order {} shipped
    Sprint {} starts on Monday
    User {} has 3 cats
    Alice knows user {}
    Project {} uses PostgreSQL 16
    Port {} is open
    Version {} is stable
    Step {} is to open the file
    The id of the order is {}
    The bug is on line {}
    Our office is in building {}
    We use Room {}
    The user takes the {} bus
    Flight {} leaves at 8:00
    Task {} has priority 3
    Sensor {} measures 20 degrees
    Worker 7 writes record {} to shard 2
    This is memory {}
    On day {} nothing happened
    Customer {} pays 30 euros a month
    Fact {}: the default branch is main
    Account {} is disabled
    level {}
    """.strip().splitlines()
NAMED = """
    note {}
    memory about {}
    we talked about {}
    remember to buy {}
    service {} uses Redis 7
    Service {} is enabled
    {} likes apples
    {} lives in Berlin
    the document {} has 3 pages
    title: {}
    project {} is owned by Alice
    """.strip().splitlines()
numbers = st.integers(0, 10**12).map(str)
names = st.from_regex("[b-df-hj-np-tv-z][aeiou][a-z]{3,8}", fullmatch=True)
labelled = st.one_of(
    st.tuples(st.sampled_from(NUMBERED), numbers, numbers).filter(lambda one: one[1] != one[2]),
    st.tuples(st.sampled_from(NAMED), names, names).filter(
        lambda one: stem(one[1]) != stem(one[2])
    ),
)


@given(labelled, st.sampled_from([None, 0.99]))
def test_what_is_told_of_one_thing_never_touches_what_is_told_of_another(
    told: tuple[str, str, str], cosine: float | None
) -> None:
    template, one, other = told
    first, second = template.strip().format(one), template.strip().format(other)
    assert _verdict(first, second, cosine).outcome == "unrelated"


WORDS = word_set("""
    Alice Bob the user likes uses lives in at not no longer never now Berlin Paris 14 16 .
    PostgreSQL is are to from Monday dark light prefers over instead of if was moved
    """)
sentences = st.lists(
    st.sampled_from(sorted(WORDS)),
    min_size=1,
    max_size=10,
).map(" ".join)


@given(sentences, st.sampled_from(["fact", "preference", "lesson"]))
def test_a_statement_never_contradicts_itself(text: str, kind: str) -> None:
    verdict = compare(_fact(text, 0, kind), _fact(text, 9, kind), 1.0)
    assert verdict.outcome == "same" or verdict.because == "empty"


@given(sentences, sentences)
def test_sameness_does_not_depend_on_the_order(first: str, second: str) -> None:
    forth, back = _verdict(first, second, None), _verdict(second, first, None)
    assert (forth.outcome == "same") == (back.outcome == "same")


@given(sentences, sentences)
def test_a_firm_or_equally_old_statement_is_never_superseded(first: str, second: str) -> None:
    firm = compare(replace(_fact(first), firm=True), _fact(second, 9), 0.99)
    equally_old = compare(_fact(first), _fact(second), 0.99)
    assert "supersedes" not in (firm.outcome, equally_old.outcome)


@given(st.text(max_size=120), st.text(max_size=120))
def test_any_two_texts_get_a_verdict(first: str, second: str) -> None:
    assert _verdict(first, second).outcome in OUTCOMES
