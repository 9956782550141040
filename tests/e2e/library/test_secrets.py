"""W5: secrets and personal data are taken out before anything is stored, and remain nowhere."""

import gc
import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from holdfast import Draft, Holdfast, HoldfastError, Memory, Turn
from tests.fixtures.library import ObedientEmbedder, bytes_of, every_memory, opened

pytestmark = pytest.mark.scenario("W5", surface="library")

JWT = (
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0"
    ".dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
)
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
    "jwt": JWT,
}
NO_SECRETS = [
    "order 1234567890 shipped",
    "reference 4111111111111112",
    "reference 1234 5678 9012 3456",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
]
every_sort = pytest.mark.parametrize(("sort", "secret"), SECRETS.items(), ids=SECRETS)


@every_sort
def test_a_secret_in_a_text_is_replaced_and_named(store: Holdfast, sort: str, secret: str) -> None:
    memory = store.remember(f"Note for the file: {secret} is in use").memory

    assert f"[redacted:{sort}]" in memory.text
    assert memory.redacted == (sort,)
    assert secret not in repr(memory)


@pytest.mark.parametrize("text", NO_SECRETS)
def test_a_number_that_only_looks_like_a_secret_is_left_alone(store: Holdfast, text: str) -> None:
    memory = store.remember(text).memory

    assert memory.text == text
    assert memory.redacted == ()


def _in_title(store: Holdfast, secret: str) -> object:
    return store.remember("A plain statement", title=f"About {secret}")


def _in_tag(store: Holdfast, secret: str) -> object:
    return store.remember("A plain statement", tags=["plain", secret])


def _in_source(store: Holdfast, secret: str) -> object:
    return store.remember("A plain statement", source=f"from {secret}")


def _in_detail(store: Holdfast, secret: str) -> object:
    detail = {
        "question": "Which?",
        "choice": f"this {secret}",
        "rejected": [{"option": f"that {secret}", "reason": f"because {secret}"}],
    }
    return store.remember("A decision", kind="decision", detail=detail)


def _in_steps(store: Holdfast, secret: str) -> object:
    detail = {"trigger": "on call", "steps": ["first", f"then use {secret}"]}
    return store.remember("A procedure", kind="procedure", detail=detail)


def _in_turn(store: Holdfast, secret: str) -> object:
    return store.observe(
        Turn("user", f"it is {secret}", speaker=f"me {secret}", session=f"s {secret}")
    )


def _in_revision(store: Holdfast, secret: str) -> object:
    memory = store.remember("A plain statement").memory
    return store.revise(memory.id, f"Now with {secret}", title=f"t {secret}", tags=[f"g {secret}"])


def _in_successor(store: Holdfast, secret: str) -> object:
    memory = store.remember("A plain statement").memory
    return store.supersede(memory.id, f"Now with {secret}", why=f"since {secret}")


def _in_alias(store: Holdfast, secret: str) -> object:
    store.remember("PostgreSQL is the database")
    return store.alias("PostgreSQL", secret.replace("\n", " "), why=f"it is {secret}")


def _in_batch(store: Holdfast, secret: str) -> object:
    draft = Draft(text="A plain statement")
    return list(store.remember_many([replace(draft, text=f"one {secret}"), f"two {secret}"]))


def _in_reasons(store: Holdfast, secret: str) -> object:
    why = f"because of {secret}"
    one = store.remember("A plain statement").memory.id
    two = store.remember("Rivers flow uphill").memory.id
    store.revise(one, importance=0.9, why=why)
    store.pin(one, why=why)
    store.protect(one, why=why)
    store.feedback(one, True, why=why)
    store.dispute(one, why=why)
    store.decide(one, "both", why=why)
    link = store.link(one, two, "about", why=why)
    store.unlink(link.id, why=why)
    store.merge([two], into=one, why=why)
    store.unmerge(two, why=why)
    store.retire(two, why=why)
    store.restore(two, why=why)
    store.forget(two, why=why)
    store.undo(why=why)
    store.erase(two, why=why)
    return None


EVERYWHERE = [
    _in_title,
    _in_tag,
    _in_source,
    _in_detail,
    _in_steps,
    _in_turn,
    _in_revision,
    _in_successor,
    _in_alias,
    _in_batch,
    _in_reasons,
]


@pytest.mark.parametrize("way_in", EVERYWHERE)
@pytest.mark.parametrize("sort", ["email", "github_token", "card", "private_key"])
def test_a_secret_is_in_no_byte_of_the_home_whichever_way_it_came_in(
    tmp_path: Path, way_in: Callable[[Holdfast, str], object], sort: str
) -> None:
    secret = SECRETS[sort]
    with opened(tmp_path) as store:
        way_in(store, secret)
        assert store.verify().ok
        open_bytes = bytes_of(tmp_path)
    closed_bytes = bytes_of(tmp_path)

    for piece in _pieces(secret):
        assert piece not in open_bytes
        assert piece not in closed_bytes


def _pieces(secret: str) -> list[bytes]:
    """The secret as it was, and the telling part of a longer one, as text and as JSON has it."""
    pieces = [secret, KEY_BODY] if KEY_BODY in secret else [secret]
    return [piece.encode() for piece in [*pieces, secret.replace("\n", "\\n")]]


@every_sort
def test_what_is_embedded_is_what_is_stored(sort: str, secret: str) -> None:
    embedder = ObedientEmbedder()
    with opened(embedder=embedder) as store:
        store.remember(f"It is {secret}")
        store.observe(Turn("user", f"It was {secret}"))

    assert len(embedder.seen) == 2
    assert all(f"[redacted:{sort}]" in text for text in embedder.seen)


@every_sort
def test_a_secret_is_in_no_error(store: Holdfast, sort: str, secret: str) -> None:
    refused: list[Callable[[], object]] = [
        lambda: store.remember(f"{secret} {'x' * 70_000}"),
        lambda: store.remember(f"{secret}\x00"),
        lambda: store.remember(f"{secret}\ud800"),
        lambda: store.remember("x", space=f"{secret}!"),
        lambda: store.remember("x", kind=secret),  # type: ignore[arg-type]
        lambda: store.remember("x", title=secret * 100),
        lambda: store.remember("x", detail={"subject": secret}),
        lambda: store.remember("x", detail={secret: "value"}),
        lambda: store.remember("x", detail={"subject": "s", "attribute": "a", "value": [secret]}),
        lambda: store.remember("x", evidence=[secret]),
        lambda: store.remember("x", visibility=secret),  # type: ignore[arg-type]
        lambda: store.observe(Turn(secret, "x")),  # type: ignore[arg-type]
        lambda: store.get(secret),
        lambda: store.forget(secret),
        lambda: store.undo(secret),
        lambda: store.list(cursor=secret),
        lambda: store.graph(secret),
    ]
    for call in refused:
        with pytest.raises(HoldfastError) as refusal:
            call()
        error = refusal.value
        assert secret not in f"{error} {error.hint} {error.facts} {error!r}"
        assert _causes(error) == []


def _causes(error: BaseException) -> list[BaseException]:
    """What a traceback would print with it: a cause can carry what the message leaves out."""
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return [] if cause is None else [cause, *_causes(cause)]


@every_sort
def test_a_secret_is_in_no_log_line(
    store: Holdfast, caplog: pytest.LogCaptureFixture, sort: str, secret: str
) -> None:
    caplog.set_level(logging.DEBUG)
    memory = store.remember(f"It is {secret}").memory
    store.revise(memory.id, f"It was {secret}")

    assert secret not in caplog.text


def test_a_secret_stays_in_no_cache_of_an_open_store(store: Holdfast) -> None:
    secret = "".join(("ghp_", "Zx9" * 12))
    store.remember(f"It is {secret}")
    gc.collect()

    held = [thing for thing in gc.get_objects() if isinstance(thing, Memory)]
    assert not [memory for memory in held if secret in memory.text]


def test_two_statements_that_differ_only_in_their_secret_are_one(store: Holdfast) -> None:
    store.remember(f"Mail {SECRETS['email']} about it")
    again = store.remember("Mail dave@other.example.org about it")

    assert again.outcome == "existing"
    assert len(every_memory(store)) == 1


def test_the_callers_own_reference_comes_back_untouched(store: Holdfast) -> None:
    reference = "ticket/1234567890#card-4111"

    assert store.remember("A plain statement", ref=reference).memory.ref == reference
