"""Who and what a text names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.memories.rules.entities import NAMED_MAX, Named, extract, normal_name
from holdfast.memories.rules.technologies import KNOWN_ALIASES


def _names(text: str, sort: str) -> list[str]:
    return [named.name for named in extract(text) if named.sort == sort]


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Alice works at Google and met Bob.", ["Alice", "Bob"]),
        ("Dr. Ada Lovelace reviewed the plan with @kim_b.", ["Dr. Ada Lovelace", "@kim_b"]),
        (
            "Ravi reports to Helen. Helen is married to Marco Rossi.",
            ["Ravi", "Helen", "Marco Rossi"],
        ),
        ("Please ask Marta's manager.", ["Marta"]),
        ("Tomás is married to Lucia.", ["Tomás", "Lucia"]),
        ("The team lead is Omar.", ["Omar"]),
    ],
)
def test_people_are_found_where_people_stand(text: str, people: list[str]) -> None:
    assert _names(text, "person") == people


@pytest.mark.parametrize(
    "text",
    [
        "Caching is good and pagination works.",
        "Always run the linter. Never push to main.",
        "Monday is fine. Deploys happen in March.",
        "Billing uses Kafka.",
        "Retries help. We saw that retries work for the client.",
        "Staging is wiped every night.",
        "The user prefers English.",
    ],
)
def test_an_ordinary_word_at_the_start_of_a_sentence_is_nobody(text: str) -> None:
    assert _names(text, "person") == []


@pytest.mark.parametrize(
    ("text", "files"),
    [
        ("The script is scripts/deploy.sh.", ["scripts/deploy.sh"]),
        ("Look at ~/.bashrc and /etc/nginx/nginx.conf", ["~/.bashrc", "/etc/nginx/nginx.conf"]),
        ("Edit `src/app/main.py`, then README.md.", ["src/app/main.py", "README.md"]),
        ("It fails in tests/test_auth.py::test_login", ["tests/test_auth.py"]),
    ],
)
def test_files_are_found_by_their_shape(text: str, files: list[str]) -> None:
    assert _names(text, "file") == files


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("call parse_header() first", ["parse_header()"]),
        ("the `load config` step", ["load config"]),
        ("see FooBar and os.path.join", ["FooBar", "os.path.join"]),
        ("getUser returns null", ["getUser"]),
    ],
)
def test_symbols_are_found_by_their_shape(text: str, symbols: list[str]) -> None:
    assert _names(text, "symbol") == symbols


@pytest.mark.parametrize(
    ("text", "technologies"),
    [
        ("We use postgres 16 and JS", ["PostgreSQL", "JavaScript"]),
        ("k8s, Kubernetes and kubernetes", ["Kubernetes"]),
        ("written in Go; go to the shop", ["Go"]),
        ("go and express the rest with some rust", []),
        ("Node.js, C++, C#, .NET and React.js", ["Node.js", "C++", "C#", ".NET", "React"]),
        ("用户喜欢 PostgreSQL 和 Redis", ["PostgreSQL", "Redis"]),
    ],
)
def test_technologies_have_their_canonical_name(text: str, technologies: list[str]) -> None:
    assert _names(text, "technology") == technologies


def test_quoted_terms_and_acronyms_are_concepts() -> None:
    text = 'We call it "blue green deploy" in the SLA.'
    assert _names(text, "concept") == ["blue green deploy", "SLA"]


@pytest.mark.parametrize(
    "text",
    [
        "Contact [redacted:email] today",
        "Write to bob.smith@example.com",
        "See https://example.com/docs/Page.html for more",
        "Released v1.2.3 on 2024-03-01, e.g. this and i.e. that",
        "and/or",
        "",
    ],
)
def test_placeholders_addresses_and_versions_name_nothing(text: str) -> None:
    assert extract(text) == ()


def test_things_come_once_and_in_the_order_of_their_appearance() -> None:
    assert extract("Redis before Kafka, then redis again") == (
        Named("Redis", "technology"),
        Named("Kafka", "technology"),
    )


def test_no_more_than_the_limit_is_named() -> None:
    text = " ".join(f"load_part_{number}" for number in range(40))
    assert [named.name for named in extract(text)] == text.split()[:NAMED_MAX]


@pytest.mark.parametrize(
    ("name", "normal"),
    [
        ("Postgres", "postgresql"),
        ("K8s", "kubernetes"),
        (" ALICE ", "alice"),
        ("ＡＢＣ", "abc"),
        ("parse_header()", "parse_header"),
        ("Straße", "strasse"),
    ],
)
def test_two_spellings_of_a_name_meet(name: str, normal: str) -> None:
    assert normal_name(name) == normal


def test_every_alias_leads_to_a_name_that_is_its_own_normal_form() -> None:
    for alias, name in KNOWN_ALIASES.items():
        assert normal_name(alias) == normal_name(name) == name.casefold()


@given(st.text(alphabet="aAlice `'\"@#_-./()[]:,é漢9\n", max_size=200))
def test_any_text_names_few_and_distinct_things(text: str) -> None:
    found = extract(text)
    assert len(found) <= NAMED_MAX
    assert len({(normal_name(named.name), named.sort) for named in found}) == len(found)
    assert all(named.name.strip() for named in found)
