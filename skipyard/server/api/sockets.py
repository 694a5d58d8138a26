"""The socket of a table: commands in, views out."""

from __future__ import annotations

import asyncio
import functools

from starlette.websockets import WebSocket, WebSocketDisconnect

from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server.access.seating import Seating
from skipyard.server.api.admission import admit
from skipyard.server.api.commands import command_of
from skipyard.server.live.open_table import NoTable, OpenTable
from skipyard.server.live.pipeline import Result
from skipyard.server.logs import problem
from skipyard.server.metrics import SOCKETS
from skipyard.server.net import messages, tokens
from skipyard.server.net.addresses import address_of
from skipyard.server.net.connections import Place
from skipyard.server.net.language import language_of
from skipyard.server.net.listeners import NEVER_SHOWN, Listener
from skipyard.server.net.outbox import Outbox
from skipyard.server.net.protocols import DIRECT_SOCKET, DirectSocket
from skipyard.server.net.public_sentences import not_stored, reason_of
from skipyard.server.net.requests import may_not_send, refusal
from skipyard.server.sentences import say
from skipyard.table.database.store import Trouble

HELLO_TIMEOUT = 10.0  # seconds until the first message
SILENCE_TIMEOUT = 30.0  # seconds without a message until a socket counts as dead
BAD, NOT_YOURS, NO_TABLE, SILENT, SLOW, FLOOD = 4400, 4403, 4404, 4408, 4409, 4429
STOP, FAILED = 1012, 1011
CODES = {
    "goodbye.slow": SLOW,
    "goodbye.stop": STOP,
    "goodbye.silent": SILENT,
    "ask.often": FLOOD,
    "ban.goodbye": NOT_YOURS,
}
FLOOD_REFUSALS = 20  # for sending too often, before the socket is closed
MOST_FRAMES = 64  # that may wait for the one being answered


class Closed(Exception):
    """Closes the socket with a code and a sentence."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code, self.sentence = code, sentence


async def socket(ws: WebSocket) -> None:
    """One connection, from its first message to its last."""
    seating: Seating = ws.app.state.seating
    if may_not_send(ws):
        await ws.send_denial_response(refusal(403, say(language_of(ws), "ask.origin")))
        return
    if seating.tables.draining:  # another process has room
        await ws.send_denial_response(refusal(503, say(language_of(ws), "goodbye.stop")))
        return
    place = await admit(ws)
    if not isinstance(place, Place):
        await ws.send_denial_response(place)
        return
    with place:
        await accepted(ws, seating, place)


async def accepted(ws: WebSocket, seating: Seating, place: Place) -> None:
    await ws.accept()
    SOCKETS.inc()
    try:
        await serve(ws, seating, place)
    except Closed as closed:
        await say_goodbye(ws, closed.code, closed.sentence)
    except (WebSocketDisconnect, RuntimeError):  # gone; starlette raises either
        pass
    except Exception:
        problem("a socket failed")
        await say_goodbye(ws, FAILED, say("en", "trouble.own"))
    finally:
        SOCKETS.dec()


async def serve(ws: WebSocket, seating: Seating, place: Place) -> None:
    greeting = await hello(ws)
    language = greeting.language
    try:
        table = await seating.tables.table(ws.path_params["table"], language)
        viewer = await seating.seat_of(ws, table, language, ws.query_params.get("seat"))
    except NoTable as refusal:
        raise Closed(NO_TABLE, str(refusal)) from None
    except Refused as refusal:
        raise Closed(NOT_YOURS, str(refusal)) from None
    except Trouble as trouble:
        raise Closed(STOP, reason_of(trouble, language)) from None
    if table.host.phase == "adjourned":  # its page says more
        raise Closed(NO_TABLE, say(language, "page.adjourned"))
    if viewer != NOBODY:
        place.sit()
        table.address = table.address or address_of(ws)
    sender = Sender(ws, viewer, greeting, seating.outbox)
    sender.listener.address, sender.listener.holder = address_of(ws), tokens.holder_of(ws)
    conversation = Conversation(ws, seating, table, sender.listener)
    direct = sender.direct
    try:
        await seating.tables.arrivals.arrive(table, sender.listener)
        if direct is not None:
            direct.on_text = conversation.on_frame
        while not sender.listener.close_reason:
            conversation.on_frame(await receive(ws))
        reason = sender.listener.close_reason
        raise Closed(CODES[reason], say(sender.listener.language, reason))
    except Trouble as trouble:
        raise Closed(STOP, reason_of(trouble, language)) from None
    finally:
        if direct is not None:
            direct.on_text = None
        sender.stop()
        conversation.stop()
        seating.tables.background.start(seating.tables.arrivals.leave(table, sender.listener))


async def hello(ws: WebSocket) -> messages.Hello:
    """Read the first message: the language, and what the client understands."""
    try:
        async with asyncio.timeout(HELLO_TIMEOUT):
            message = messages.read(await receive(ws))
    except TimeoutError:
        raise Closed(SILENT, say("en", "goodbye.silent")) from None
    except messages.Misread as why:
        raise Closed(BAD, say("en", "ask.json", why=why)) from None
    if not isinstance(message, messages.Hello):
        raise Closed(BAD, say("en", "ask.hello"))
    return message


async def receive(ws: WebSocket) -> bytes | str:
    """The next frame, text or bytes."""
    frame = await ws.receive()
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(frame.get("code", 1005))
    content: bytes | str = frame.get("text") or frame.get("bytes") or b""
    return content


async def say_goodbye(ws: WebSocket, code: int, sentence: str) -> None:
    """Send the last message and close, unless the client has gone."""
    try:
        async with asyncio.timeout(1):
            await ws.send_text(messages.write(messages.Goodbye(sentence)).decode())
            await ws.close(code)
    except (WebSocketDisconnect, RuntimeError, TimeoutError):
        pass


class Sender:
    """Sends a listener's messages; an idle socket needs no task."""

    def __init__(self, ws: WebSocket, viewer: int, hello: messages.Hello, outbox: Outbox) -> None:
        self.ws = ws
        wake = functools.partial(outbox.add, self.send_queued)
        self.listener = Listener(viewer, hello.language, wake, hello.changes)
        self.task: asyncio.Task[None] | None = None
        # Popped from the scope, which the protocol holds: else the two would form a cycle.
        self.direct: DirectSocket | None = ws.scope.get("extensions", {}).pop(DIRECT_SOCKET, None)

    def send_queued(self) -> None:
        """Write what is queued; start a task where the reader is slow, or to say goodbye."""
        self.write()
        if self.task is None and (self.listener.waiting or self.listener.close_reason):
            self.task = asyncio.get_running_loop().create_task(self.send())

    def write(self) -> None:
        """Write what is queued, if that can be done at once."""
        waiting = self.listener.waiting
        if (
            waiting
            and self.task is None
            and self.direct is not None
            and self.direct.write_texts(waiting)
        ):
            waiting.clear()

    async def send(self) -> None:
        """Send what is queued; if the listener was closed, say goodbye."""
        listener = self.listener
        try:
            while listener.waiting:
                await self.ws.send_text(listener.waiting.pop(0).decode())
            if listener.close_reason:
                await say_goodbye(
                    self.ws,
                    CODES[listener.close_reason],
                    say(listener.language, listener.close_reason),
                )
        except (WebSocketDisconnect, RuntimeError):
            pass  # gone; `receive` notices too
        finally:
            self.task = None

    def stop(self) -> None:
        self.write()  # before a goodbye
        if self.task is not None:
            self.task.cancel()


class Conversation:
    """Answers one listener's frames, one after the other."""

    def __init__(
        self, ws: WebSocket, seating: Seating, table: OpenTable, listener: Listener
    ) -> None:
        self.seating, self.table, self.listener = seating, table, listener
        self.tables, self.language = seating.tables, listener.language
        seated = listener.viewer != NOBODY
        self.caller = f"{table.id}:{listener.viewer}" if seated else f"watcher:{address_of(ws)}"
        self.refusals_left = FLOOD_REFUSALS
        self.waiting: list[bytes | str] = []  # frames behind the one being answered
        self.busy = False  # whether a frame is being answered
        self.draining = False  # whether `answer_next` is running
        self.loop = asyncio.get_running_loop()
        self.last_frame_at = self.loop.time()
        self.timer = self.loop.call_later(SILENCE_TIMEOUT, self.check_silence)

    def on_frame(self, frame: bytes | str) -> None:
        """Answer a frame, or queue it behind the one being answered."""
        if self.listener.close_reason:
            return
        self.last_frame_at = self.loop.time()
        if not self.seating.seat_limit.allows(self.caller):
            self.refusals_left -= 1
            self.refuse("", say(self.language, "ask.often"))
            if self.refusals_left == 0:
                self.listener.close("ask.often")
        elif len(self.waiting) == MOST_FRAMES:
            self.listener.close("ask.often")
        else:
            self.waiting.append(frame)
            self.answer_next()

    def answer_next(self) -> None:
        """Answer what waits; a command that is refused at once calls this from within."""
        if self.draining:
            return
        self.draining = True
        while self.waiting and not self.busy:
            self.answer(self.waiting.pop(0))
        self.draining = False

    def answer(self, frame: bytes | str) -> None:
        """Answer one frame; a malformed one is refused in a sentence."""
        try:
            message = messages.read(frame)
        except messages.Misread as why:
            self.refuse("", say(self.language, "ask.json", why=why))
            return
        match message:
            case messages.Ping():
                self.listener.put(messages.write(messages.Pong()))
            case messages.Hello():
                self.greet(message)
            case messages.SkipToTurn():
                self.skip_to_turn(message)
            case messages.Say():
                self.tables.background.start(self.send_phrase(message.phrase))
            case _:
                self.submit(message)

    def greet(self, hello: messages.Hello) -> None:
        """Show the whole table again, in the language that is asked for now."""
        listener, table = self.listener, self.table
        listener.language = self.language = hello.language
        listener.changes = hello.changes
        listener.seen = NEVER_SHOWN  # what was told before is told again, in this language
        table.show(listener, self.tables.now())

    async def send_phrase(self, phrase: str) -> None:
        viewer = self.listener.viewer
        try:
            await self.seating.send_phrase(self.table, viewer, phrase, self.language)
        except Exception as error:
            self.report_failure("", error)

    def skip_to_turn(self, message: messages.SkipToTurn) -> None:
        try:
            seq = self.tables.skip_to_turn(self.table, self.listener.viewer, self.language)
        except Refused as refusal:
            self.report_failure(message.command, refusal)
        else:
            self.listener.put(messages.write(messages.Done(message.command, seq)))

    def submit(self, message: messages.Command) -> None:
        """Hand a command to the pipeline; the next frame waits until it is done."""
        seat, language = self.listener.viewer, self.language
        try:
            command, holder = command_of(seat, message, language)
        except Refused as refusal:
            self.report_failure(message.command, refusal)
            return
        self.busy = True
        self.tables.pipeline.submit(
            self.table,
            seat,
            command,
            functools.partial(self.done, message.command),
            language=language,
            asker=self.listener,
            holder=holder,
        )

    def done(self, command: str, result: Result) -> None:
        """Report a failure, if any, and answer the next frame."""
        if isinstance(result, Exception):
            self.report_failure(command, result)
        self.busy = False
        self.answer_next()

    def report_failure(self, command: str, error: Exception) -> None:
        """Tell the sender in a sentence why a command was not done."""
        match error:
            case Refused():
                self.refuse(command, str(error), error.rule)
            case Trouble():
                self.refuse(command, not_stored(error, self.language))
            case _:
                problem("a command failed", table=self.table.id, error=error)
                self.refuse(command, say(self.language, "trouble.own"))

    def refuse(self, command: str, sentence: str, rule: str = "") -> None:
        self.listener.put(messages.write(messages.Refused(command, sentence, rule)))

    def check_silence(self) -> None:
        """Close a silent socket; one timer for many messages is cheaper than one for each."""
        left = self.last_frame_at + SILENCE_TIMEOUT - self.loop.time()
        if left <= 0:
            self.listener.close("goodbye.silent")
        else:
            self.timer = self.loop.call_later(left, self.check_silence)

    def stop(self) -> None:
        self.timer.cancel()
