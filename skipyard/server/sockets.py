"""The socket of a table: commands in, views out."""

from __future__ import annotations

import asyncio
import functools
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server import messages
from skipyard.server.asking import address_of, may_not_send, refusal
from skipyard.server.hosted import Hosted, NoTable
from skipyard.server.listeners import Listener
from skipyard.server.logs import problem
from skipyard.server.metrics import SOCKETS
from skipyard.server.office import Office
from skipyard.server.outbox import Outbox
from skipyard.server.pages import language_of
from skipyard.server.sentences import say
from skipyard.server.wire import WIRE, SocketWire
from skipyard.server.wishes import begin, carry_out
from skipyard.table.store import Trouble

HELLO_WITHIN = 10.0  # seconds
SILENT_FOR = 30.0  # seconds without a message until a socket is taken for dead
BAD, NOT_YOURS, NO_TABLE, SILENT, SLOW, FLOOD = 4400, 4403, 4404, 4408, 4409, 4429
STOP, FAILED = 1012, 1011
CODES = {"goodbye.slow": SLOW, "goodbye.stop": STOP, "goodbye.silent": SILENT}
PATIENCE = 20  # refusals for asking too often, before the socket is closed


class Closed(Exception):
    """The socket is to be closed with a code and a sentence."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code, self.sentence = code, sentence


async def socket(ws: WebSocket) -> None:
    """One connection, from its first message to its last."""
    office: Office = ws.app.state.office
    if may_not_send(ws):
        await ws.send_denial_response(refusal(403, say(language_of(ws), "ask.origin")))
        return
    await ws.accept()
    SOCKETS.inc()
    try:
        await serve(ws, office)
    except Closed as closed:
        await bid_farewell(ws, closed.code, closed.sentence)
    except (WebSocketDisconnect, RuntimeError):  # gone; starlette says so in either way
        pass
    except Exception:
        problem("a socket failed")
        await bid_farewell(ws, FAILED, say("en", "trouble.own"))
    finally:
        SOCKETS.dec()


async def serve(ws: WebSocket, office: Office) -> None:
    greeting = await hello(ws)
    language = greeting.language
    try:
        hosted = await office.keeper.table(ws.path_params["table"], language)
        viewer = await office.seat_of(ws, hosted, language, ws.query_params.get("seat"))
    except NoTable as refusal:
        raise Closed(NO_TABLE, str(refusal)) from None
    except Refused as refusal:
        raise Closed(NOT_YOURS, str(refusal)) from None
    except Trouble as trouble:
        raise Closed(STOP, str(trouble)) from None
    if hosted.host.phase == "adjourned":  # its page says more
        raise Closed(NO_TABLE, say(language, "page.adjourned"))
    sender = Sender(ws, viewer, greeting, office.outbox)
    conversation = Conversation(ws, office, hosted, sender.listener)
    wire = sender.wire
    try:
        await office.keeper.attendance.arrive(hosted, sender.listener)
        if wire is not None:
            wire.take = conversation.take
        await conversation.listen()
    except Trouble as trouble:
        raise Closed(STOP, str(trouble)) from None
    finally:
        if wire is not None:
            wire.take = None
        sender.stop()
        conversation.stop()
        office.keeper.tasks.start(office.keeper.attendance.leave(hosted, sender.listener))


async def hello(ws: WebSocket) -> messages.Hello:
    """The first message says how to speak."""
    try:
        async with asyncio.timeout(HELLO_WITHIN):
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


async def bid_farewell(ws: WebSocket, code: int, sentence: str) -> None:
    """The last message and the close; whoever has gone already misses nothing."""
    try:
        async with asyncio.timeout(1):
            await ws.send_text(messages.write(messages.Goodbye(sentence)).decode())
            await ws.close(code)
    except (WebSocketDisconnect, RuntimeError, TimeoutError):
        pass


class Sender:
    """Passes on what a listener is to hear; an idle socket has no task that waits for that."""

    def __init__(self, ws: WebSocket, viewer: int, hello: messages.Hello, outbox: Outbox) -> None:
        self.ws = ws
        wake = functools.partial(outbox.add, self.pass_on)
        self.listener = Listener(viewer, hello.language, wake, hello.changes)
        self.task: asyncio.Task[None] | None = None
        # Taken out of the scope, which the wire holds: neither is to keep the other alive.
        self.wire: SocketWire | None = ws.scope.get("extensions", {}).pop(WIRE, None)

    def pass_on(self) -> None:
        """Write what waits; a task does so where a reader is slow, or to say goodbye."""
        self.write()
        if self.task is None and (self.listener.waiting or self.listener.why):
            self.task = asyncio.get_running_loop().create_task(self.send())

    def write(self) -> None:
        """Write what waits, where that can be done at once."""
        waiting = self.listener.waiting
        if waiting and self.task is None and self.wire is not None and self.wire.tell(waiting):
            waiting.clear()

    async def send(self) -> None:
        """Send what waits; when the listener is closed, say why."""
        listener = self.listener
        try:
            while listener.waiting:
                await self.ws.send_text(listener.waiting.pop(0).decode())
            if listener.why:
                await bid_farewell(
                    self.ws, CODES[listener.why], say(listener.language, listener.why)
                )
        except (WebSocketDisconnect, RuntimeError):
            pass  # gone; the one who listens is told so
        finally:
            self.task = None

    def stop(self) -> None:
        self.write()  # before the goodbye
        if self.task is not None:
            self.task.cancel()


class Conversation:
    """What one listener says."""

    def __init__(self, ws: WebSocket, office: Office, hosted: Hosted, listener: Listener) -> None:
        self.ws, self.office, self.hosted, self.listener = ws, office, hosted, listener
        self.language = listener.language
        self.caller = f"{hosted.id}:{listener.viewer}" if listener.viewer != NOBODY else ""
        self.caller = self.caller or f"watcher:{address_of(ws)}"
        self.patience = PATIENCE
        self.loop = asyncio.get_running_loop()
        self.heard = self.loop.time()
        self.in_line = False  # whether a frame that came through ASGI is being answered
        self.answering = False  # whether a text is that was taken
        self.task: asyncio.Task[None] | None = None  # where that goes the long way
        self.finished: asyncio.Future[None] | None = None  # for whoever waits for its answer
        self.timer = self.loop.call_later(SILENT_FOR, self.look)

    async def listen(self) -> None:
        """Answer one frame after the other; what was begun is finished before we leave."""
        try:
            while not self.listener.why:  # one that was let go is not heard any more
                frame = await receive(self.ws)
                self.heard, self.in_line = self.loop.time(), True
                await self.finish()
                await self.hear(frame)
                self.in_line = False
        finally:
            await self.finish()

    # Texts that were taken without ASGI -----------------------------------------------------------
    def take(self, text: bytes) -> bool:
        """Answer a text that has come; False where it has to wait, or its sender asks too often."""
        if self.in_line or self.answering or self.listener.why:
            return False
        if not self.office.seat_limit.allows(self.caller):
            return False
        self.heard, self.answering = self.loop.time(), True
        try:
            self.set_out(messages.read(text))
        except messages.Misread as why:
            self.refuse("", say(self.language, "ask.json", why=why))
            self.answered()
        return True

    def set_out(self, message: Any) -> None:
        """Go the short way, or the long one."""
        keeper, hosted, listener = self.office.keeper, self.hosted, self.listener
        ended = functools.partial(self.ended, message)
        try:
            if begin(keeper, hosted, listener.viewer, message, self.language, listener, ended):
                return
        except Refused as refusal:
            self.refuse(command_of(message), str(refusal), getattr(refusal, "rule", ""))
            self.answered()
        else:
            self.ended(message, done=False)

    def ended(self, message: Any, done: bool) -> None:
        """The short way is at its end; unless that was all, the long one begins."""
        if done:
            self.answered()
        else:
            self.task = self.loop.create_task(self.answer_later(message))

    async def answer_later(self, message: Any) -> None:
        try:
            await self.answer_message(message)
        finally:
            self.answered()

    def answered(self) -> None:
        self.answering, self.task = False, None
        if self.finished is not None and not self.finished.done():
            self.finished.set_result(None)

    async def finish(self) -> None:
        """Wait until the text that was taken is answered."""
        if self.answering:
            self.finished = self.loop.create_future()
            await self.finished

    def look(self) -> None:
        """Let a silent socket go; one timer now and then is cheaper than one for every message."""
        left = self.heard + SILENT_FOR - self.loop.time()
        if left <= 0:
            self.listener.close("goodbye.silent")
        else:
            self.timer = self.loop.call_later(left, self.look)

    def stop(self) -> None:
        self.timer.cancel()

    async def hear(self, frame: bytes | str) -> None:
        """Answer one frame, if its sender does not ask for too much."""
        if not self.office.seat_limit.allows(self.caller):
            self.patience -= 1
            if self.patience == 0:
                raise Closed(FLOOD, say(self.language, "ask.often"))
            self.refuse("", say(self.language, "ask.often"))
            return
        await self.answer_frame(frame)

    async def answer_frame(self, frame: bytes | str) -> None:
        """Answer one frame; a bad one costs its sender a sentence, and nobody anything else."""
        try:
            message = messages.read(frame)
        except messages.Misread as why:
            self.refuse("", say(self.language, "ask.json", why=why))
            return
        await self.answer_message(message)

    async def answer_message(self, message: Any) -> None:
        try:
            await self.answer(message)
        except Refused as refusal:
            self.refuse(command_of(message), str(refusal), getattr(refusal, "rule", ""))
        except Trouble as trouble:
            self.refuse(command_of(message), say(self.language, "trouble.stored", why=trouble))
        except Exception:
            problem("a command failed", table=self.hosted.id)
            self.refuse(command_of(message), say(self.language, "trouble.own"))

    async def answer(self, message: Any) -> None:
        match message:
            case messages.Ping():
                self.listener.put(messages.write(messages.Pong()))
            case messages.Hello():
                self.listener.language = self.language = message.language
                self.listener.changes = message.changes
                self.office.keeper.show_to(self.hosted, self.listener)
            case messages.Say():
                viewer = self.listener.viewer
                await self.office.say(self.hosted, viewer, message.phrase, self.language)
            case _:
                keeper, viewer = self.office.keeper, self.listener.viewer
                await carry_out(keeper, self.hosted, viewer, message, self.language, self.listener)

    def refuse(self, command: str, sentence: str, rule: str = "") -> None:
        self.listener.put(messages.write(messages.Refused(command, sentence, rule)))


def command_of(message: Any) -> str:
    """The sender's id of a command; phrases and greetings have none."""
    return str(getattr(message, "command", ""))
