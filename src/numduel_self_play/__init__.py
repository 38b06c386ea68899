"""Where verifiers finds the taskset and the environment `numduel-self-play`."""

from numduel.adapters.verifiers.self_play import DuelTask, SelfPlay, SelfPlayTaskset

__all__ = ["DuelTask", "SelfPlay", "SelfPlayTaskset"]
