"""`rulewright table`: a game in the browser, any seat a person or a bot."""

from __future__ import annotations

import contextlib
import socket
import webbrowser
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path

import click

from cli.exit_status import DONE
from cli.opening import begin, refuse_settings, resume_option, save_option, sole_option
from cli.opening import resume as take_up
from cli.options import GameChoice, game_options, quiet_option, seats_option, seed_option
from cli.session.seats import HUMAN, OPPONENT
from cli.show.screen import Screen, say

LOOPBACK = "127.0.0.1"
# Addresses far away, which only documents have.
_FAR = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}


@click.command("table")
@game_options(required=False)
@seats_option
@seed_option
@save_option
@resume_option
@sole_option
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    default=0,
    help="Port to listen on; by default any free one.",
)
@click.option(
    "--host",
    default=LOOPBACK,
    metavar="ADDRESS",
    help="Address to listen on; by default only this machine can connect.",
)
@click.option("--no-open", is_flag=True, help="Do not open the browser.")
@quiet_option
def command(
    *,
    choice: GameChoice,
    seats: Sequence[str],
    seed: int | None,
    save: Path | None,
    resume: Path | None,
    sole: str,
    port: int,
    host: str,
    no_open: bool,
    quiet: bool,
) -> int:
    """Play a game in the browser, one link for each person.

    It writes the same journal as play, so a game can move between the terminal and the browser. Ctrl-C ends
    it.

    \b
    Example: rulewright table burgundy --players 3 --seat human --seat greedy
    """
    try:
        from cli.table.hosted import Hosted
        from cli.table.links import SPECTATOR, tokens_of
        from cli.table.server import Server, place_of
    except ModuleNotFoundError as error:
        from interpreter import to_install

        message = f"table needs the package {error.name}: {to_install('table')}"
        raise click.UsageError(message) from None
    screen = Screen(errors=False, quiet=quiet)
    if resume is not None:
        refuse_settings(choice, seed, save)
        session = take_up(choice, seats, resume, screen.notice)
    else:
        session = begin(choice, seats, [HUMAN, OPPONENT], seed=seed, save=save, notice=screen.notice)
    session.asks_sole = sole
    with _listening(host, port) as listener:
        bound, port = listener.getsockname()[:2]
        at_home, everywhere = ip_address(bound).is_loopback, ip_address(bound).is_unspecified
        place = place_of(_address_here(listener.family) if everywhere else host, port)
        if not at_home:
            screen.notice("the links go over the network unencrypted: whoever reads it can use them")
        if everywhere:
            screen.notice("on this machine they also work with 127.0.0.1 or localhost")
        hosted = Hosted(session, tokens_of(session))
        links = {name: f"http://{place}/t/{token}/" for token, name in hosted.tokens.items()}
        for name, link in links.items():
            say(f"{'spectators' if name == SPECTATOR else f'Player {name[1:]}'}: {link}")
        screen.notice(session.game.rules_in_use)
        if not no_open:
            webbrowser.open(next(iter(links.values())))
        own = socket.gethostname()
        names = ["localhost"] if at_home else ["localhost", own, f"{own}.local"]
        server = Server(hosted, {place, *(place_of(name, port) for name in names)})
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listener])
    if hosted.fault is not None:
        hosted.fault.add_note(session.where("table"))
        raise hosted.fault
    if session.state.decision is not None:
        screen.notice(session.where("table"))
    return DONE


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens; an address or port that cannot be had is a wrong use."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.socket(family)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        # A browser that is quick waits, where it would be refused until the server runs.
        listener.listen()
    except OSError as error:
        message = f"{host} port {port} cannot be used: {error.strerror or error}"
        raise click.UsageError(message) from None
    return listener


def _address_here(family: int) -> str:
    """Return the address by which others reach this machine; without a network, its own for itself.

    It is that from which something would go out; nothing is sent.
    """
    for kind in dict.fromkeys([family, socket.AF_INET]):
        with contextlib.suppress(OSError), socket.socket(kind, socket.SOCK_DGRAM) as going_out:
            going_out.connect((_FAR[socket.AddressFamily(kind)], 9))
            return str(going_out.getsockname()[0])
    return LOOPBACK
