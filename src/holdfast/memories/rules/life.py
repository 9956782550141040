"""How long a memory lives, and what lengthens its life. Nothing here ever shortens one."""

from holdfast.kernel.clock import DAY, HOUR, Micros

SPANS: dict[str, Micros | None] = {"short": 6 * HOUR, "mid": 7 * DAY, "long": None}
RETENTION_OF_KIND = {"episode": "mid"}
RETENTION_DEFAULT = "long"
LIFT_USES = 5

CONFIDENCE_DEFAULT = 0.8
IMPORTANCE_DEFAULT = 0.5


def retention_of(kind: str) -> str:
    return RETENTION_OF_KIND.get(kind, RETENTION_DEFAULT)


def expiry(retention: str, now: Micros) -> Micros | None:
    span = SPANS[retention]
    return None if span is None else now + span


def later_expiry(current: Micros | None, proposed: Micros | None) -> Micros | None:
    """None is without end, so nothing is later than it."""
    if current is None or proposed is None:
        return None
    return max(current, proposed)


def life_after_use(
    retention: str, expires_at: Micros | None, uses: int, now: Micros
) -> tuple[str, Micros | None]:
    """Retention and expiry of a memory that has now been used `uses` times in all."""
    if retention == "mid" and uses >= LIFT_USES:
        return "long", None
    return retention, later_expiry(expires_at, expiry(retention, now))
