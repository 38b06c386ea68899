"""What a rule book is called in other libraries."""

from numduel.game import AnyGame


def environment_id(rule_book: type[AnyGame]) -> str:
    """`numduel/LastStone-v0`; the version grows when the rules change."""
    name = "".join(word.capitalize() for word in rule_book.slug.split("-"))
    return f"numduel/{name}-v{rule_book.rules_version - 1}"


def short_name(rule_book: type[AnyGame]) -> str:
    """`numduel_last_stone`."""
    return f"numduel_{rule_book.slug.replace('-', '_')}"
