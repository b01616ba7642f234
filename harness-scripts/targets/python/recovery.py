"""What may be done about an operation, given what the publisher promises and what is on record."""

import re
from dataclasses import dataclass

MAX_SENDS = 3  # by one generation; then the outcome is left unknown
KINDS = ("dedup-query", "dedup-only", "dedup-window", "fenced", "query-only", "blind")
ANSWER_LOOKUPS = ("dedup-query", "dedup-window", "fenced", "query-only")
UNITS_MS = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}


@dataclass(frozen=True)
class Known:
    """tries: by all generations; own_sends: by this one; lookup: not_asked since the last send by this generation,
    not_found or unanswered; age_ms: how old the first try is, negative where this worker's clock is behind it;
    patience_ms: how long a send that begins now may last until it is given up."""

    tries: int
    own_sends: int
    lookup: str
    age_ms: int
    patience_ms: int


def parse_contract(text):
    """'dedup-window:24h' is ('dedup-window', 86400000); all others have the window 0. None: there is no such contract."""
    kind, _, window = text.partition(":")
    parts = re.fullmatch(r"([1-9][0-9]{0,8})(ms|s|m|h|d)", window)
    if kind not in KINDS or (kind == "dedup-window") != bool(parts) or (window and not parts):
        return None
    return kind, int(parts[1]) * UNITS_MS[parts[2]] if parts else 0


def can_be_asked(contract):
    return parse_contract(contract)[0] in ANSWER_LOOKUPS


def next_move(contract, known):
    """send, look_up or give_up."""
    if known.tries == 0:
        return "send"
    kind, window_ms = parse_contract(contract)
    send = "send" if known.own_sends < MAX_SENDS else "give_up"
    if kind in ("dedup-query", "fenced"):
        return _look_up_first(known, send)
    if kind == "dedup-only":
        return send
    if kind == "dedup-window":
        # The window began when the publisher first saw the operation, and that was not before our first row. A clock
        # that is behind that row measures nothing.
        surely_open = 0 <= known.age_ms < window_ms - known.patience_ms
        return send if surely_open else _look_up_first(known, "give_up")
    if kind == "query-only":
        # The request may still be in flight: "not found" does not mean "will not happen".
        return _look_up_first(known, "give_up")
    # blind: a resend could be a second effect, and nobody can be asked.
    return "give_up"


def _look_up_first(known, when_not_found):
    # Unanswered: whoever claims the task next asks again.
    return {"not_asked": "look_up", "not_found": when_not_found, "unanswered": "give_up"}[known.lookup]
