"""Statements as people write them down: eleven to twenty-one words, made from a seed."""

from collections.abc import Iterator
from random import Random

PEOPLE = (
    "Alice Benedikt Carmen Dmitri Esther Farid Gwen Hiroshi Ingrid Jamal Katarina Leif Mariam "
    "Nikolai Oona Pavel Quentin Rosa Samir Tamara Ulrich Valeria Wanjiru Xavier Yusuf Zofia "
    "Anselm Brigitte Cosimo Delphine Emeka Fiona Gustav Helena Ismail Jolanta Kofi Ludmila"
).split()
AREAS = (
    "billing payments search catalog inventory shipping identity consent audit pricing ledger "
    "mailing notification reporting ingestion scheduling rendering onboarding support advice "
    "translation analytics archive media checkout returns loyalty fraud tax subscription profile "
    "session gateway telemetry forecast warehouse routing compliance invoice settlement"
).split()
PARTS = (
    "service worker API dashboard queue cache database importer exporter scheduler webhook "
    "migration pipeline endpoint client library parser index replica cluster backend frontend "
    "monitor proxy registry validator template module script cronjob"
).split()
QUALITIES = (
    "brittle slow noisy elegant expensive undocumented overloaded redundant fragile verbose "
    "inconsistent stable outdated bloated surprising idempotent stateless asynchronous opaque "
    "portable deterministic flaky sluggish resilient generous strict lenient bilingual cramped"
).split()
THINGS = (
    "timeout certificate retry schema invoice header spreadsheet contract deadline checklist "
    "thumbnail voucher password footnote glossary snapshot rollback hostname quota coupon "
    "encoding timezone currency barcode attachment signature transcript calendar keyboard printer "
    "heatmap newsletter workshop interview whiteboard fixture benchmark changelog licence "
    "pagination bookshelf vineyard telescope bicycle recipe passport sketchbook orchard violin "
    "compost greenhouse"
).split()
ACTIONS = (
    "rewrites validates drops duplicates encrypts throttles archives translates compresses groups "
    "sorts rejects mirrors batches signs delays normalises truncates aggregates publishes hides "
    "annotates rounds splits cancels forwards verifies escalates restores labels"
).split()
PLACES = (
    "Lisbon Oslo Nairobi Kyoto Ghent Porto Tallinn Quito Graz Leeds Turin Malmo Accra Hanoi "
    "Bergen Bilbao Krakow Sofia Utrecht Zagreb Dakar Perth Cork Lyon Basel Riga Nantes Bari"
).split()
TIMES = (
    "every Monday|after lunch|during the night shift|before each release|at the end of the quarter|"
    "since the last audit|whenever traffic doubles|until spring|during the winter freeze|"
    "twice a month|on public holidays|right after midnight|in the first sprint|over the weekend"
).split("|")
REASONS = (
    "because the {area} team in {place} asked for it|so that {person} can compare the {thing}|"
    "because the {quality} {part} lost a {thing} in {place}|"
    "although {person} considers it {quality}|"
    "which surprised {person} and the {area} people|since nobody in {place} reads the {thing}|"
    "until the {area} {part} in {place} is replaced|after {person} traced the {thing} to the {part}"
).split("|")
STATEMENTS = (
    "The {area} {part} {action} every {thing} {time}, {reason}.",
    "{person} from {place} keeps a {quality} {thing} beside the {area} {part}, {reason}.",
    "In {place} the {quality} {area} {part} {action} the {thing} for {person} {time}.",
    "{person} and {other} want a {quality} {thing} for the {area} {part}.",
    "We noticed in {place} that the {area} {part} {action} a {quality} {thing} {time}.",
    "When the {area} {part} turns {quality}, {person} first looks at the {thing}.",
    "{person} finds the {quality} {thing} of the {area} {part} hard to explain {time}.",
    "A {quality} {thing} from {place} broke the {area} {part} {time}.",
    "For the {area} {part} the {place} office orders one {quality} {thing}, {reason}.",
    "{person} wrote down how the {area} {part} {action} the {thing} of {other}.",
    "The {thing} of {person} hangs in {place}, near the {quality} {area} {part}.",
    "Customers in {place} mention the {quality} {thing} whenever {person} {action} it.",
)


def statements(count: int, *, seed: int) -> Iterator[str]:
    """The same seed gives the same statements in the same order."""
    random = Random(seed)
    for _ in range(count):
        yield _filled(random)


def _filled(random: Random) -> str:
    person, other = random.sample(PEOPLE, 2)
    words = {
        "person": person,
        "other": other,
        "area": random.choice(AREAS),
        "part": random.choice(PARTS),
        "quality": random.choice(QUALITIES),
        "thing": random.choice(THINGS),
        "action": random.choice(ACTIONS),
        "place": random.choice(PLACES),
        "time": random.choice(TIMES),
    }
    reason = random.choice(REASONS).format(
        person=random.choice(PEOPLE),
        area=random.choice(AREAS),
        part=random.choice(PARTS),
        quality=random.choice(QUALITIES),
        thing=random.choice(THINGS),
        place=random.choice(PLACES),
    )
    return random.choice(STATEMENTS).format(reason=reason, **words)
