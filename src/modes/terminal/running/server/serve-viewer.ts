import type { BinarySocket } from '#contribution/server/contribution.ts';

import { terminalUp } from '../../protocol.ts';
import type { LiveTerminal } from './live-terminal.ts';

/** WebSocket status code for a message that violates the policy of the server. */
const POLICY_VIOLATION = 1008;
const TRY_AGAIN = 1013;
/** Far more than any message of a window. Parsing a megabyte would take some milliseconds. */
const MAX_MESSAGE_BYTES = 1_024;

/** Older input is dropped: by then the program may ask another question than the one the input answers. */
const MAX_TYPED_AGE_MS = 2_000;

/** Connects one window to a terminal over a socket, until either ends. */
export function serveViewer(socket: BinarySocket, found: Promise<LiveTerminal | undefined>): void {
  const opened = found.then((terminal) => (terminal ? openViewer(socket, terminal) : null));
  void opened.then((viewer) => viewer ?? socket.close(TRY_AGAIN, 'nothing runs in this terminal'));
  // Messages that arrive before the terminal is found wait for it.
  socket.on('message', (data, isBinary) => void opened.then((viewer) => viewer?.hear(data, isBinary)));
  socket.on('close', () => void opened.then((viewer) => viewer?.leave()));
}

function openViewer(socket: BinarySocket, terminal: LiveTerminal) {
  const viewer = terminal.view({
    get bufferedAmount() {
      return socket.bufferedAmount;
    },
    sendBytes: (frame) => socket.send(frame),
    sendText: (text) => socket.send(text),
  });
  /** When the next input was typed; null if the window has not reported it. */
  let typedAt: number | null = null;
  let isDropSaid = false;
  const now = () => Math.round(performance.now());
  const hear = (data: Buffer, isBinary: boolean) => {
    if (isBinary) {
      if (typedAt === null || now() - typedAt <= MAX_TYPED_AGE_MS) return viewer.input(data);
      if (!isDropSaid) socket.send(JSON.stringify({ type: 'pong', at: now(), isDropped: true }));
      isDropSaid = true;
      return;
    }
    const message = terminalUp.safeParse(parsed(data));
    if (!message.success) socket.close(POLICY_VIOLATION, 'this is no message of a terminal');
    else if (message.data.type === 'confirm') viewer.confirm(message.data.bytes);
    else if (message.data.type === 'resume') viewer.resume();
    else if (message.data.type === 'ping') socket.send(JSON.stringify({ type: 'pong', at: now() }));
    else if (message.data.type === 'typed') {
      typedAt = message.data.at;
      isDropSaid = false;
    } else {
      const { cols, rows, ...options } = message.data;
      viewer.size({ cols, rows }, options);
    }
  };
  return { hear, leave: () => viewer.leave() };
}

function parsed(data: Buffer): unknown {
  if (data.length > MAX_MESSAGE_BYTES) return undefined;
  try {
    return JSON.parse(data.toString('utf8'));
  } catch {
    return undefined;
  }
}
