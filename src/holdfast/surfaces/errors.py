"""How each family of errors looks from outside: families, never single classes."""

from holdfast.kernel.errors import (
    Conflict,
    Corrupted,
    Denied,
    HoldfastError,
    InvalidInput,
    NotFound,
    Unavailable,
)

EXIT_CODES: dict[type[HoldfastError], int] = {
    InvalidInput: 2,
    Denied: 3,
    NotFound: 4,
    Conflict: 4,
    Unavailable: 5,
    Corrupted: 70,
}


def exit_code(error: HoldfastError) -> int:
    return next(code for family, code in EXIT_CODES.items() if isinstance(error, family))
