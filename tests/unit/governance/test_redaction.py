"""What may not be stored is found however it is written, and what only looks like it is kept."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.governance.redaction import ALL_SORTS, SORTS, redact, redact_values

JWT = (
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0"
    ".dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
)
AWS_SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
# Written in two pieces, or scanners of repositories take the sample for a leaked key.
STRIPE = "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc"
SLACK = "xoxb-" + "123456789012-abcdefABCDEF"
GITHUB = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"

# sort, what comes before the secret, the secret, what comes after it
FOUND = [
    ("email", "mail ", "alice@example.com", " today"),
    ("email", "mailto:", "bob+tag@mail.example.co.uk", ""),
    ("email", "an ", "jürgen.müller@bücher.de", "."),
    ("email", "<", "a.b@c.io", ">"),
    ("email", "", "alice@example.com", ":hunter2"),
    ("email", "see https://example.com/?to=", "alice@example.com", "&x=1"),
    ("phone", "call ", "+49 151 23456789", " now"),
    ("phone", "", "+49 (0)30 1234567", ""),
    ("phone", "", "+1 (555) 123-4567", ""),
    ("phone", "", "+1 555 123 4567", " 2024 was better"),
    ("phone", "", "(555) 123-4567", ""),
    ("phone", "at ", "555-123-4567", "."),
    ("phone", "", "555.123.4567", ""),
    ("phone", "", "555 123 4567", ""),
    ("phone", "", "1-800-555-1234", ""),
    ("phone", "", "555-123-4567", "x89"),
    ("phone", "tel:", "+442079460958", ""),
    ("phone", "", "020 7946 0958", ""),
    ("phone", "", "0151/23456789", ""),
    ("phone", "", "06 12 34 56 78", ""),
    ("phone", "", "0049 151 23456789", ""),
    ("phone", "my phone number is ", "5551234567", ""),
    ("ssn", "SSN ", "123-45-6789", ""),
    ("ssn", "ssn: ", "123456789", ""),
    ("ssn", "social security number is ", "123 45 6789", ""),
    ("iban", "", "DE89 3704 0044 0532 0130 00", " BIC COBADEFF"),
    ("iban", "", "de89370400440532013000", ""),
    ("iban", "", "GB29NWBK60161331926819", "."),
    ("iban", "", "FR14 2004 1010 0505 0001 3M02 606", ""),
    ("card", "", "4111 1111 1111 1111", " 12/26"),
    ("card", "", "4111-1111-1111-1111", ""),
    ("card", "", "4111111111111111", ""),
    ("card", "in 2024 ", "4111 1111 1111 1111", ""),
    ("card", "amex ", "3782 822463 10005", ""),
    ("card", "", "6304000000000000", ""),
    ("aws_key", "", "AKIAIOSFODNN7EXAMPLE", ""),
    ("aws_key", "aws_secret_access_key = ", AWS_SECRET, ""),
    ("aws_key", 'AWS_SECRET_ACCESS_KEY="', AWS_SECRET, '"'),
    ("github_token", "", GITHUB, ""),
    ("github_token", "", "github_pat_" + "11ABCDEFG0abcdefghijkl_mnopqrstuvwxyz0123", ""),
    ("openai_key", "", "sk-proj-" + "abc123def456ghi789jkl012", ""),
    ("openai_key", "", "sk-" + "abcdefghijklmnopqrstuvwxyz123456", ""),
    ("anthropic_key", "", "sk-ant-" + "api03-AbCdEf123456-xyz", ""),
    ("slack_token", "", SLACK, ""),
    ("google_key", "", "AIza" + "SyA1234567890abcdefghijklmnopqrstuv", ""),
    ("stripe_key", "", STRIPE, ""),
    ("service_token", "", "glpat-" + "aB3dE5fG7hI9jK1lM3nO", ""),
    ("jwt", "", JWT, "."),
    ("jwt", "Authorization: Bearer ", JWT, ""),
    ("password", "password = ", "hunter2", ""),
    ("password", "password: ", "swordfish", ""),
    ("password", "DB_PASSWORD=", "s3cr3t!", ""),
    ("password", '{"password": "', "correct horse", '"}'),
    ("password", '{\\"password\\": \\"', "hunter2", '\\"}'),
    ("password", "the password is ", "hunter2", "."),
    ("password", "Passwort: ", "geheim123", ""),
    ("password", "config['password'] = '", "x1y2z3", "'"),
    ("generic_secret", 'api_key: "', "abcd1234efgh5678", '"'),
    ("generic_secret", "apiKey: '", "abcd1234efgh5678", "'"),
    ("generic_secret", "Authorization: Bearer ", "abc123def456ghi", ""),
    ("generic_secret", "Authorization: Basic ", "dXNlcjpwYXNzd29yZDEyMw==", ""),
    ("generic_secret", "client_secret=", "8f14e45fceea167a5a36dedd4bea2543", ""),
    ("generic_secret", "https://x.io/?access_token=", "a8f3k29dk3lq", "&page=2"),
    ("url_credentials", "https://", "user:pass", "@host.com/x"),
    ("url_credentials", "postgres://", "app:p@ss", "@db.internal:5432/app"),
    ("url_credentials", "redis://", ":hunter2", "@cache:6379"),
]

LEFT_ALONE = [
    "order 1234567890 shipped",
    "reference 4111111111111112",
    "reference 1234 5678 9012 3456",
    "2024-05-01 12:34:56 and 2024-05-01T12:34:56.123456+02:00",
    "20240501123456",
    "1700000000000 and 1714567890123456789",
    "10.0.0.1 and 192.168.100.200:8080",
    "version 3.11.7-2024.05.01",
    "$1,234,567.89 and 12 000 000 EUR",
    "git@github.com:org/repo.git",
    "ssh://git@github.com/org/repo.git",
    "user@decorator",
    "@pytest.fixture and @app.route('/x')",
    "icon@2x.png and react@18.2.0",
    "systemctl restart getty@tty1.service",
    "9fceb02d0ae598e95dc970b74767f19372d61af8",
    "123e4567-e89b-12d3-a456-426614174000",
    "12345678-1234-1234-1234-123456789012",
    "/usr/lib/python3.11/site-packages/foo_1234567890.py",
    "max_tokens: 4096 and tokenizer: cl100k_base",
    "password: str = None",
    "password = get_password()",
    'password = os.environ["DB"]',
    "password=${DB_PASSWORD} and postgres://<user>:<password>@host/db",
    "password: stored in the vault",
    "the password is required and the token is expired",
    "Do not pass 'self' to it; the tests pass: true",
    "secret santa is on friday",
    "secret: projects/foo/secrets/bar",
    "the api key rotates every 90 days",
    "model gpt-4o-mini-2024-07-18 has a token limit",
    "https://example.com:8080/a@b",
    "000-12-3456, 666-12-3456, 900-12-3456, 123-00-4567",
    "lines 100-2000 and 10/10 tests, 1234/5678 passed",
    "01-02-2024 10:30",
    "coordinates 52.520008, 13.404954",
    "DE88 3704 0044 0532 0130 00",
    "0000000000000000",
    "sk-learn and sk-fading-circle-in-the-corner",
]


@pytest.mark.parametrize(("sort", "before", "secret", "after"), FOUND)
def test_a_secret_is_replaced_by_its_sort_and_nothing_else_changes(
    sort: str, before: str, secret: str, after: str
) -> None:
    redacted = redact(before + secret + after)
    assert redacted.text == f"{before}[redacted:{sort}]{after}"
    assert redacted.found == (sort,)


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_what_only_looks_like_a_secret_is_left_alone(text: str) -> None:
    assert redact(text).text == text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("4111\u200b1111\u200b1111\u200b1111", "[redacted:card]"),
        ("№ \uff14\uff11\uff11\uff11 1111 1111 1111!", "№ [redacted:card]!"),
        ("٤١١١ ١١١١ ١١١١ ١١١١", "[redacted:card]"),
        ("123\u201145\u20116789", "[redacted:ssn]"),
        ("é alice\u200b@exam\u00adple.com é", "é [redacted:email] é"),
        ("\uff21\uff2b\uff29\uff21IOSFODNN7EXAMPLE", "[redacted:aws_key]"),
        ("pass\u200bword: hun\u200bter2 … ok", "pass\u200bword: [redacted:password] … ok"),
        ("ﬁle İ 555\u00a0123\u00a04567 ﬁle", "ﬁle İ [redacted:phone] ﬁle"),
    ],
)
def test_a_secret_in_disguise_is_found_and_the_rest_keeps_its_characters(
    text: str, kept: str
) -> None:
    assert redact(text).text == kept


KEY_BODY = "MIIEowIBAAKCAQEA\nabc123\n"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "a\n-----BEGIN RSA PRIVATE KEY-----\n"
            + KEY_BODY
            + "-----END RSA PRIVATE KEY-----\nb alice@example.com",
            "a\n[redacted:private_key]\nb [redacted:email]",
        ),
        ("a -----BEGIN PRIVATE KEY-----\n" + KEY_BODY, "a [redacted:private_key]"),
        (
            '{"k": "-----BEGIN EC PRIVATE KEY-----\\nabc\\n-----END EC PRIVATE KEY-----"}',
            '{"k": "[redacted:private_key]"}',
        ),
    ],
)
def test_a_private_key_goes_as_a_block_even_when_its_end_was_cut_off(text: str, kept: str) -> None:
    assert redact(text).text == kept


def test_a_public_key_is_left_alone() -> None:
    text = "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG\n-----END PUBLIC KEY-----"
    assert redact(text).text == text


def test_the_sorts_are_named_once_each_in_order_of_appearance() -> None:
    text = "card 4111111111111111, alice@example.com, bob@example.com, 555-123-4567"
    assert redact(text).found == ("card", "email", "phone")


def test_only_the_sorts_of_the_policy_are_taken_out() -> None:
    redacted = redact("alice@example.com or 555-123-4567", frozenset({"phone"}))
    assert redacted.text == "alice@example.com or [redacted:phone]"


@pytest.mark.parametrize("sort", SORTS)
def test_a_sort_that_the_policy_leaves_out_is_never_named(sort: str) -> None:
    everything = " ; ".join(before + secret + after for _, before, secret, after in FOUND)
    assert sort not in redact(everything, ALL_SORTS - {sort}).found


def test_no_phone_is_found_inside_a_card() -> None:
    assert redact("555-123-4567 4111-1111-1111-1111").text == "[redacted:phone] [redacted:card]"


SECRETS = [before + secret + after for _, before, secret, after in FOUND]
FRAGMENTS = st.sampled_from([*SECRETS, *LEFT_ALONE, "[redacted:email]", "password=", "-", " ", "1"])
MIXED = st.lists(FRAGMENTS | st.text(max_size=8), max_size=8).map("".join)


@given(MIXED)
def test_what_was_redacted_once_is_not_changed_by_a_second_time(text: str) -> None:
    once = redact(text)
    assert redact(once.text).text == once.text


@given(st.sampled_from(FOUND), st.text(alphabet="abc äß漢字🙂,\n", max_size=30))
def test_a_secret_is_found_wherever_it_stands(case: tuple[str, str, str, str], around: str) -> None:
    _, before, secret, after = case
    kept = redact(f"{around}\n{before}{secret}{after}\n{around}").text
    assert secret not in kept
    assert kept.startswith(around + "\n")
    assert kept.endswith("\n" + around)


@given(st.text(alphabet="abcdefghij klmnop,.!?äöü漢字🙂\u200d\u200f\n", max_size=300))
def test_text_without_digits_and_signs_is_never_changed(text: str) -> None:
    assert redact(text).text == text


HOSTILE = ["1", "1 ", "1111 ", "a@", "a@a.a.", "password=", 'password="', "sk-", "eyJaaaaa."]
HOSTILE += ["+1 ", "(555)", "DE89 1 ", "://a:a", "-----BEGIN RSA PRIVATE KEY ", "phone: 1-"]
HOSTILE += ["token ", "555-123-4567-", "4111 1111 1111 1111 ", "a@b.co-", "\u200b1", "01 23 "]


def cpu_seconds(text: str) -> float:
    started = time.process_time()
    redact(text)
    return time.process_time() - started


@pytest.mark.parametrize("unit", HOSTILE)
def test_the_work_grows_with_the_length_of_hostile_text_and_not_with_its_square(unit: str) -> None:
    # Eight times the text is eight times the work; a pattern that backtracks makes it sixty-four.
    short, long = ((unit * size)[:size] for size in (8_192, 65_536))
    least = min(cpu_seconds(short) for _ in range(3))
    assert min(cpu_seconds(long) for _ in range(3)) < 28 * max(least, 0.0005)


def test_values_are_redacted_in_depth_keys_included() -> None:
    value = {"who": ["alice@example.com", 7], "bob@example.com": {"n": (None, "555-123-4567")}}
    kept, found = redact_values(value)
    assert kept == {
        "who": ["[redacted:email]", 7],
        "[redacted:email]": {"n": (None, "[redacted:phone]")},
    }
    assert found == ("email", "phone")


def test_two_keys_that_become_the_same_mark_keep_both_entries() -> None:
    kept, _ = redact_values({"a@example.com": 1, "b@example.com": 2})
    assert kept == {"[redacted:email]": 1, "[redacted:email]#2": 2}


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        ({"password": "swordfish"}, {"password": "[redacted:password]"}),
        ({"apiKey": "abcd1234efgh5678"}, {"apiKey": "[redacted:generic_secret]"}),
        ({"card": 4111111111111111}, {"card": "[redacted:card]"}),
        ({"order": 1234567890123456}, {"order": 1234567890123456}),
        ({"token": "refresh"}, {"token": "refresh"}),
        ({"done": True, "cost": 1.5}, {"done": True, "cost": 1.5}),
    ],
)
def test_a_value_is_read_together_with_its_key(value: object, kept: object) -> None:
    assert redact_values(value)[0] == kept


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(0, 999) | FRAGMENTS,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(FRAGMENTS, inner, max_size=3),
        max_leaves=12,
    )
)
def test_redacted_values_stay_json_and_are_stable(value: object) -> None:
    once, _ = redact_values(value)
    assert json.loads(json.dumps(once)) == once
    assert redact_values(once)[0] == once
