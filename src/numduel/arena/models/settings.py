"""How a model is set up: the settings behind its name, and the request that follows from them."""

import json
from collections.abc import Mapping, Sequence
from math import inf
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from numduel.arena.notation import read_settings
from numduel.arena.players.keys import read_api_key, refuse_keys
from numduel.errors import NumduelError

OPENAI = "https://api.openai.com/v1"
USUAL_KEY = "OPENAI_API_KEY"

MODEL_SETTINGS: dict[str, Any] = {
    "base_url": OPENAI,
    "key_variable": USUAL_KEY,
    "rules": True,  # what the model is told: see numduel.tasks
    "legal": True,
    "history": True,
    "reasons": False,  # whether moves are to be proved
    "retries": 1,
    "system": "",  # a system prompt, or @FILE; this and the next six are sent only if given
    "temperature": "",
    "top_p": "",
    "seed": "",
    "reasoning_effort": "",
    "max_tokens": 0,
    "max_completion_tokens": 0,
    "body": "",  # more of the request, as a JSON object, or @FILE
    "stream": False,
    "timeout": 600.0,  # seconds for one request; models that reason take long
    "tries": 12,  # requests, where the endpoint is busy or broken: about six minutes
    "backoff": 1.0,  # seconds before the second one; twice as long before each further one
    "concurrency": 4,
    "price_read": 0.0,  # dollars for a million tokens
    "price_written": 0.0,
    "price_cached": "",  # of tokens read, those that the endpoint had kept; as price_read if unset
    "price_reasoning": "",  # of tokens written, those of reasoning; as price_written if unset
}
# What a body cannot hold: a budget relies on some of it.
_SET_OTHERWISE = {"model", "messages", "n", "stream", "stream_options", *MODEL_SETTINGS}
# Settings that are numbers if they are given, with the most that they can be.
_NUMBERS = {"temperature": 2.0, "top_p": 1.0, "price_cached": None, "price_reasoning": None}
_LONGEST_ADDRESS = 2_000  # characters; httpx takes no endless one


def read_model(
    model: str, given: Mapping[str, str], base_url: str | None, keys_here: bool = True
) -> dict[str, Any]:
    """All settings of a model as the results record them."""
    if not model:
        raise NumduelError("Name the model: openai:MODEL.")
    known = MODEL_SETTINGS | ({"base_url": base_url} if base_url else {})
    settings = read_settings(given, known, f"openai:{model}")
    check_address(settings["base_url"])
    if keys_here and "key_variable" in given and not read_api_key(settings["key_variable"]):
        variable = settings["key_variable"]
        raise NumduelError(f"key_variable names {variable}, and there is no key in it.")
    for name, most in _NUMBERS.items():
        _check_number(name, settings[name], most)
    if settings["seed"] and not settings["seed"].removeprefix("-").isdecimal():
        raise NumduelError(f'seed must be a whole number, not "{settings["seed"]}".')
    if not settings["tries"] or not settings["timeout"] or not settings["concurrency"]:
        raise NumduelError("tries, timeout and concurrency must be more than 0.")
    for name in ("system", "body"):
        settings[name] = _read_text(name, settings[name])
        refuse_keys(name, settings[name], [settings["key_variable"]])
    settings["body"] = _read_body(settings["body"])
    return {"kind": "model", "model": model, **settings}


def request_of(
    settings: Mapping[str, Any], messages: Sequence[Mapping[str, str]]
) -> dict[str, Any]:
    """The body of a request."""
    system = [{"role": "system", "content": settings["system"]}] if settings["system"] else []
    request: dict[str, Any] = {"model": settings["model"], "messages": [*system, *messages]}
    for name in ("max_tokens", "max_completion_tokens", "reasoning_effort"):
        if settings[name]:
            request[name] = settings[name]
    for name, kind in (("temperature", float), ("top_p", float), ("seed", int)):
        if settings[name]:
            request[name] = kind(settings[name])
    if settings["stream"]:
        request |= {"stream": True, "stream_options": {"include_usage": True}}
    return request | (json.loads(settings["body"]) if settings["body"] else {})


def check_address(base_url: str) -> None:
    """Refuse what is no address, and an address with a secret in it, because it is recorded."""
    try:
        address = urlsplit(base_url)
        is_address = address.scheme in ("http", "https") and bool(address.hostname)
        is_plain = "@" not in address.netloc and not address.query and not address.fragment
        is_right = is_address and is_plain and address.port != 0
        is_right &= base_url.isprintable() and len(base_url) <= _LONGEST_ADDRESS
    except ValueError:
        is_right = False
    if not is_right:
        raise NumduelError("base_url must be a plain http or https address, without a key.")


def _check_number(name: str, text: str, most: float | None) -> None:
    try:
        number = float(text or 0)
    except ValueError:
        number = -1.0
    if not (0 <= number < inf and (most is None or number <= most)):
        span = "on" if most is None else f"to {most:g}"
        raise NumduelError(f'{name} must be a number from 0 {span}, not "{text}".')


def _read_text(name: str, text: str) -> str:
    """A text that is given directly, or as @FILE."""
    if not text.startswith("@"):
        return text
    try:
        return Path(text[1:]).read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or "it is not UTF-8"
        raise NumduelError(f"{name}: {text[1:]} cannot be read: {reason}.") from None


def _read_body(text: str) -> str:
    """A JSON object in one written form."""
    if not text:
        return ""
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise NumduelError("body must be a JSON object, or @FILE with one in it.")
    for name in _SET_OTHERWISE & body.keys():
        raise NumduelError(f"body cannot hold {name}, which is set otherwise.")
    return json.dumps(body)
