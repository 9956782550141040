"""Every command: under which heading it stands, where it is written, what it does, an example.

It imports nothing, so that `holdfast --help` answers at once.
"""

from typing import NamedTuple


class Command(NamedTuple):
    place: str
    """The module in this package, and the function in it."""
    says: str
    example: str


HEADINGS: dict[str, dict[str, Command]] = {
    "Remember and observe": {
        "remember": Command(
            "remembering:remember",
            "Store a statement, or a stream of them.",
            'holdfast remember "The cache is dogpile." --kind decision --tag cache',
        ),
        "observe": Command(
            "remembering:observe",
            "Keep what was said or done, as evidence.",
            'holdfast observe "I prefer tea." --role user --speaker Ann --session s1',
        ),
    },
    "Look": {
        "list": Command(
            "looking:list_",
            "List memories, newest first.",
            "holdfast list --space team/core --kind decision",
        ),
        "get": Command(
            "looking:get", "Show one memory.", "holdfast get mem_7x2c --as-of 2026-03-01"
        ),
        "history": Command(
            "looking:history",
            "Show every change of a memory: what, who, when, why.",
            "holdfast history mem_7x2c",
        ),
        "why": Command("looking:why", "Show what a memory rests on.", "holdfast why mem_7x2c"),
        "timeline": Command(
            "looking:timeline",
            "Show what was said and held, in order of time.",
            'holdfast timeline --since "2 days ago"',
        ),
        "journal": Command(
            "looking:journal",
            "Read the journal, or follow it.",
            "holdfast journal --after 120 --follow",
        ),
        "stats": Command("looking:stats", "Count what there is.", "holdfast stats"),
    },
    "Correct": {
        "revise": Command(
            "correcting:revise",
            "Correct a memory; history keeps both wordings.",
            'holdfast revise mem_7x2c "The cache is dogpile 1.4." --why "looked it up"',
        ),
        "supersede": Command(
            "correcting:supersede",
            "Replace a memory by a new statement or by another memory.",
            'holdfast supersede mem_7x2c "The cache is Redis now."',
        ),
        "dispute": Command(
            "correcting:dispute",
            "Mark a memory as doubted, until somebody decides.",
            'holdfast dispute mem_7x2c --why "Ann says otherwise"',
        ),
        "decide": Command(
            "correcting:decide",
            "End a dispute: accept, reject, or let both stand.",
            "holdfast decide mem_7x2c accept",
        ),
        "retire": Command(
            "correcting:retire", "Say that a memory no longer holds.", "holdfast retire mem_7x2c"
        ),
        "merge": Command(
            "correcting:merge",
            "Let one memory stand for several that say the same.",
            "holdfast merge mem_7x2c mem_91ab --into mem_44de",
        ),
        "unmerge": Command(
            "correcting:unmerge", "Bring merged memories back.", "holdfast unmerge mem_44de"
        ),
        "pin": Command(
            "correcting:pin", "Keep a memory from ageing, and in sight.", "holdfast pin mem_7x2c"
        ),
        "protect": Command(
            "correcting:protect",
            "Keep a memory from being removed by agents or by ageing.",
            "holdfast protect mem_7x2c",
        ),
        "feedback": Command(
            "correcting:feedback",
            "Say that a memory helped, or hurt.",
            "holdfast feedback mem_7x2c --helped",
        ),
    },
    "Remove and bring back": {
        "forget": Command(
            "removing:forget",
            "Take a memory out of all answers, by id or by words.",
            'holdfast forget "old office address"',
        ),
        "restore": Command(
            "removing:restore",
            "Bring back what was retired, forgotten, expired or quarantined.",
            "holdfast restore mem_7x2c",
        ),
        "erase": Command(
            "removing:erase",
            "Destroy a memory or evidence everywhere, for good.",
            "holdfast erase mem_7x2c --yes",
        ),
        "undo": Command(
            "removing:undo", "Take back your last operation, or the one named.", "holdfast undo"
        ),
        "sweep": Command(
            "removing:sweep", "Move what has expired to the archive.", "holdfast sweep --dry-run"
        ),
    },
    "Connect": {
        "link": Command(
            "connecting:link",
            "Relate two things.",
            "holdfast link mem_7x2c supports mem_91ab",
        ),
        "unlink": Command(
            "connecting:unlink",
            "Close a link: it held until now.",
            "holdfast unlink lnk_e1c8pg57c1b7pg67deta",
        ),
        "graph": Command(
            "connecting:graph", "Show what is linked to a thing.", "holdfast graph mem_7x2c"
        ),
        "path": Command(
            "connecting:path",
            "Show the shortest way between two things.",
            "holdfast path mem_7x2c mem_91ab",
        ),
        "entities": Command(
            "connecting:entities", "List who and what memories name.", "holdfast entities Postgre"
        ),
        "alias": Command(
            "connecting:alias",
            "Say that two names mean the same.",
            "holdfast alias PostgreSQL Postgres",
        ),
    },
    "The store": {
        "demo": Command("demo:demo", "See Holdfast at work, in seconds.", "holdfast demo"),
        "doctor": Command(
            "keeping:doctor", "Name what is wrong, and what repairs it.", "holdfast doctor"
        ),
        "verify": Command(
            "keeping:verify", "Prove that nothing was tampered with or lost.", "holdfast verify"
        ),
        "replay": Command(
            "keeping:replay",
            "Rebuild the store in a new folder, from the journal alone.",
            "holdfast replay ./rebuilt",
        ),
        "settings": Command(
            "keeping:settings",
            "Show each setting and where it comes from.",
            "holdfast settings",
        ),
        "completions": Command(
            "keeping:completions",
            "Print the script that completes commands in your shell.",
            'eval "$(holdfast completions bash)"',
        ),
        "version": Command(
            "keeping:version", "Show the versions that are at work.", "holdfast version"
        ),
    },
}

COMMANDS: dict[str, Command] = {
    name: command for group in HEADINGS.values() for name, command in group.items()
}
