"""The settings of a server."""

from dataclasses import dataclass, field

from numduel.data_folder import data_folder

DATABASE_HELP = "sqlite:///FILE or postgresql://…; a SQLite file in your data folder unless given."


def default_database() -> str:
    """Return the address of a SQLite file in the user's data folder."""
    return f"sqlite:///{data_folder() / 'web.sqlite'}"


@dataclass(frozen=True)
class Settings:
    """The settings of one server."""

    database: str = field(default_factory=default_database)
    keep_days: float = 30.0  # how long a match is kept after its last entry
    host_names: tuple[str, ...] = ()  # accepted besides those of loopback
    lan_origin: str = ""  # with --lan: where others in the network reach the site
    requests_per_minute: int = 1_200  # for each client while the server is busy; 0 is no limit
    pause_for_the_hasty: float = 0.5  # seconds before too many requests are refused
    listeners_per_client: int = 100
    most_listeners: int = 5_000
    most_matches: int = 2_000  # in memory
    largest_body: int = 8 * 1024
    seconds_between_signs: float = 15  # between keep-alive comments of an idle event stream
    seconds_to_think: float = 5  # how long an analysis may take before it is called unknown
    seconds_to_study: float = 60  # the same for a review, a puzzle or the facts about a game
    processor_seconds: float = 10  # limit of an analysis or a computer's move
    processor_seconds_to_study: float = 20  # limit of a review, a puzzle or facts
    megabytes_for_work: int = 160  # limit of each worker process
    niceness: int = 15  # of the worker processes, so that the server goes first
    waiting_places: int = 4  # questions of one client that may wait for a worker process
    seconds_for_reply: float = 1  # how long a response waits for the computer's move
    seconds_for_database: float = 2  # how long a request waits for a lock or a connection
    seconds_for_answer: float = 5  # how long a request waits for the database in all
    seconds_for_health: float = 0.8  # how long /healthz waits for the database
    healthy_for: float = 0.2  # seconds for which the result of such a check is cached
    seconds_to_stop: int = 2  # how long open requests may take at shutdown
