"""Whether the server is well: one write for all who ask in the same moment."""

from numduel.web.settings import Settings

AN_HOUR = 3_600


def test_the_disk_is_written_to_once_for_all_who_ask_at_the_same_time(run_site, tmp_path):
    settings = Settings(f"sqlite:///{tmp_path / 'web.sqlite'}", healthy_for=AN_HOUR)
    with run_site(settings) as site:
        commits = []
        site.app.state.services.store.on_commit = lambda *told: commits.append(told)
        visitor = site.visitor()
        assert [visitor.get("/healthz").status_code for _ in range(20)] == [200] * 20
        assert len(commits) == 1
