"""`fifthstreet doctor`: the installation and its speed."""

from fifthstreet.cli.command import THREADS_HELP, Command, option
from fifthstreet.solvers.postflop import measure_speed
from fifthstreet.support.terminal import Terminal
from fifthstreet.views import installation_data, print_installation


class DoctorCommand(Command):
    """Show the installation, the hardware, and the speed of solving a small spot."""

    backend: str = option("Backend to measure: auto, native or cuda.", default="native")
    threads: int | None = option(THREADS_HELP)

    def _execute(self) -> None:
        with Terminal(stderr=True).status("solving a small spot"):
            speed = measure_speed(backend=self.backend, threads=self.threads)
        data = installation_data(speed, threads=self.threads)
        self.show(lambda: data, lambda console: print_installation(console, data))
