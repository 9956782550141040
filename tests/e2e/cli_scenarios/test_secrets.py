"""W5 at the command line: a secret is on no screen afterwards and in no byte of the home."""

import json

import pytest

from tests.fixtures.commands import Said, Shell, raw_bytes

pytestmark = pytest.mark.scenario("W5", surface="cli")

KEY_BODY = "MIIEowIBAAKCAQEAx7Zq0Jm1vL9dYt4uQh3KfR8sWbN2cEoP6gTiXyAzDVlUrB5n"
# In pieces, or scanners of repositories take the samples for leaked keys.
SECRETS = {
    "email": "carol.jones@mail.example.com",
    "phone": "+49 151 23456789",
    "ssn": "123-45-6789",
    "iban": "DE89 3704 0044 0532 0130 00",
    "card": "4111 1111 1111 1111",
    "aws_key": "AKIA" + "IOSFODNN7EXAMPLE",
    "github_token": "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a",
    "openai_key": "sk-" + "abcdefghijklmnopqrstuvwxyz123456",
    "private_key": (
        f"-----BEGIN RSA PRIVATE KEY-----\n{KEY_BODY}\n{KEY_BODY[::-1]}\n"
        "-----END RSA PRIVATE KEY-----"
    ),
    "jwt": (
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0"
        ".dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
    ),
}
NO_SECRETS = ["order 1234567890 shipped", "reference 4111111111111112", "1234 5678 9012 3456"]
SOME = ("email", "card", "github_token", "private_key")
some_sorts = pytest.mark.parametrize(
    ("sort", "secret"), [(sort, SECRETS[sort]) for sort in SOME], ids=SOME
)
every_sort = pytest.mark.parametrize(("sort", "secret"), SECRETS.items(), ids=SECRETS)


def telling(secret: str) -> list[str]:
    """The secret, its form in JSON, and of a long one the part that matters."""
    pieces = [secret, json.dumps(secret)[1:-1]]
    return [*pieces, KEY_BODY] if KEY_BODY in secret else pieces


def assert_nowhere(shell: Shell, secret: str, *answers: Said) -> None:
    files = raw_bytes(shell.home)
    for piece in telling(secret):
        assert piece.lower().encode() not in files
        for said in answers:
            assert piece not in said.everything


@every_sort
def test_a_secret_is_replaced_and_its_sort_is_named(shell: Shell, sort: str, secret: str) -> None:
    told = shell.done("remember", f"Note for the file: {secret} is in use")
    [memory] = shell.listed()
    assert f"[redacted:{sort}]" in memory["text"]
    assert memory["redacted"] == [sort]
    assert sort in told.out
    assert_nowhere(shell, secret, told)


@pytest.mark.parametrize("text", NO_SECRETS)
def test_a_number_that_only_looks_like_a_secret_is_left_alone(shell: Shell, text: str) -> None:
    memory = shell.json("remember", text)["memory"]
    assert (memory["text"], memory["redacted"]) == (text, [])


def ways_in(shell: Shell, secret: str) -> list[Said]:
    """Every argument and option that keeps what is given, and what was shown of each."""
    one, two = shell.remembered("A plain statement"), shell.remembered("Rivers flow uphill")
    line = secret.replace("\n", " ")
    draft = json.dumps({"text": f"drafted {secret}", "title": secret, "tags": [secret]})
    turn = json.dumps({"role": "user", "text": f"said {secret}", "speaker": secret})
    why = ("--why", f"because of {secret}")
    decision = json.dumps({"question": "Which?", "choice": f"this {secret}"})
    answers = [
        shell("remember", f"It is {secret}", "--title", secret, "--tag", secret),
        shell("remember", "From there", "--source", secret, "--json"),
        shell("remember", "Decided", "--kind", "decision", "--detail", decision),
        shell("remember", "-", given=f"streamed {line}\n".encode()),
        shell("remember", "-", "--whole", given=f"whole {secret}".encode()),
        shell("remember", "-", "--jsonl", "--json", given=draft.encode()),
        shell("observe", f"it is {secret}", "--speaker", f"me {secret}", "--session", secret),
        shell("observe", "-", "--jsonl", "--json", given=turn.encode()),
        shell("revise", one, f"Now with {secret}", "--title", secret, "--tag", secret, *why),
        shell("pin", one, *why),
        shell("protect", one, *why),
        shell("feedback", one, "--helped", *why),
        shell("dispute", one, *why),
        shell("decide", one, "both", *why),
        shell("link", one, "about", two, *why),
        shell("merge", two, "--into", one, *why),
        shell("unmerge", two, *why),
        shell("forget", two, *why),
        shell("restore", two, *why),
        shell("supersede", two, f"Now {secret}", *why),
        shell("retire", one, *why),
        shell("undo", *why),
    ]
    return [*answers, shell("history", one), shell("why", one, "--json"), shell("timeline")]


@some_sorts
def test_a_secret_is_nowhere_whichever_way_it_came_in(shell: Shell, sort: str, secret: str) -> None:
    answers = ways_in(shell, secret)
    assert [said.err for said in answers if said.exit != 0] == []
    shown = [shell("list", "--json", "--all"), shell("journal", "--json"), shell("entities")]
    shell.done("verify")
    assert_nowhere(shell, secret, *answers, *shown)


@some_sorts
def test_an_alias_is_told_as_it_is_kept(shell: Shell, sort: str, secret: str) -> None:
    shell.remembered("PostgreSQL is the database")
    also = f"the elephant {secret}".replace("\n", " ")
    told = [shell.done("alias", "PostgreSQL", also, "--why", also), shell("entities")]
    assert f"[redacted:{sort}]" in told[1].out
    assert_nowhere(shell, secret, *told)


@some_sorts
def test_a_secret_is_in_no_refusal(shell: Shell, sort: str, secret: str) -> None:
    stored = shell.remembered("A plain statement")
    given = f"my {secret}"  # what begins with a dash would be taken for an option
    refused = [
        ("remember", f"{given} {'x' * 70_000}"),
        ("remember", f"{given} \x00"),
        ("remember", f"{given} \udcff"),
        ("remember", "x", "--space", f"{given}!"),
        ("remember", "x", "--title", given * 100),
        ("remember", "x", "--detail", json.dumps({"subject": secret})),
        ("remember", "x", "--detail", json.dumps({secret: "value"})),
        ("remember", "x", "--detail", f'{{"{secret}'),
        ("remember", "x", "--evidence", given),
        ("remember", "x", "--valid-from", given),
        ("get", given),
        ("forget", given),
        ("undo", given),
        ("list", "--cursor", given),
        ("graph", given),
        ("link", stored, "about", given),
        ("unlink", given),
    ]
    answers = [shell(*arguments) for arguments in refused]
    assert [said.exit for said in answers if said.exit not in (2, 4)] == []
    assert_nowhere(shell, secret, *answers)


@some_sorts
def test_a_secret_typed_in_the_wrong_place_is_not_repeated(
    shell: Shell, sort: str, secret: str
) -> None:
    """Standard error often ends in a log file: of a mail server, of CI."""
    shell.remembered("A plain statement")
    mistyped = [
        (f"Note for the file: {secret}",),
        ("remember", "The words", f"and {secret}"),
        ("remember", "x", "--kind", secret),
        ("remember", "x", "--confidence", secret),
        ("list", "--status", secret),
        ("remember", "x", f"--titel={secret}"),
    ]
    answers = [shell(*arguments) for arguments in mistyped]
    answers += [shell(*arguments, "--json") for arguments in mistyped]
    assert {said.exit for said in answers} == {2}
    assert_nowhere(shell, secret, *answers)


@some_sorts
def test_a_secret_in_a_refused_line_is_not_repeated(shell: Shell, sort: str, secret: str) -> None:
    line = secret.replace("\n", " ").encode()
    bad = [line + b" \x00", line + b" \xff", line + b"x" * 70_000]
    bad_drafts = [json.dumps({"text": "x", "kind": secret}), json.dumps({secret: "x"}), secret]
    answers = [
        shell("remember", "-", given=b"\n".join(bad)),
        shell("observe", "-", given=b"\n".join(bad)),
        shell("remember", "-", "--jsonl", given="\n".join(bad_drafts).encode()),
    ]
    assert {said.exit for said in answers} == {2}
    assert_nowhere(shell, secret, *answers)
