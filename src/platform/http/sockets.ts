import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

import { WebSocket, WebSocketServer } from 'ws';

import type { OnBinarySocket } from '#contribution/server/contribution.ts';
import type { Socket } from '#session/server/connection/socket.ts';
import { AppError } from '#wire/error-kind.ts';

import { type Caller, type CallerDeps, type CookiePort, credentialsOf, requireIdentity } from './credentials.ts';
import { errorAnswer, knownError } from './error-answer.ts';
import type { Gate } from './gate.ts';
import type { HttpServerDeps } from './http-server-deps.ts';
import { MOVED_HEADER, passOnSocket } from './passing-on/pass-on.ts';

const { STATUS_CODES } = process.getBuiltinModule('node:http');

/**
 * The last frame sent in this turn of the event loop. Many sockets get the same frame in sequence and share its bytes.
 */
let last: { readonly frame: string; readonly bytes: Buffer } | null = null;

/** Exceeds the message limit, so that a message over that limit can be answered. Above this, `ws` closes with 1009. */
const MAX_PAYLOAD_BYTES = 1024 * 1024;
/** A client with more unread bytes gets no pongs: those for a flood of pings would fill the memory. */
const MAX_UNREAD_BEFORE_PONG = 64 * 1024;
const TOO_BIG = 1009;
const GOING_AWAY = 1001;
const SERVICE_RESTART = 1012;
/** Warren's own close code: the sign-in of this socket has ended. */
const SIGNED_OUT = 4401;
const PING_EVERY_MS = 15_000;
/** Time for a signed-out client to close the socket itself. */
const CLOSE_WITHIN_MS = 1_000;

interface SocketDeps extends HttpServerDeps, CallerDeps {
  readonly gate: Gate;
  readonly cookiePort: CookiePort;
  isStopping(): boolean;
}

/**
 * Accepts WebSocket upgrades on `/ws` and on the addresses of `deps.sockets`, after the same checks as for requests.
 */
export function acceptSockets(server: Server, deps: SocketDeps) {
  const accepted = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PAYLOAD_BYTES,
    perMessageDeflate: false,
    autoPong: false,
    WebSocket: ReasonedSocket,
  });
  const open = new Map<WebSocket, { readonly credential: string; readonly person: string }>();

  function accept(socket: WebSocket, raw: Duplex, { identity, binary }: Admitted): void {
    // Without a listener, an oversized frame would end the process. `ws` closes the socket itself.
    socket.on('error', () => {});
    // The server that passed this socket on ends its side when it stops. `ws` alone would give the client no reason.
    if (deps.passingOn) raw.prependListener('end', () => socket.close(SERVICE_RESTART, 'moved'));
    socket.on('ping', (data) => {
      if (socket.bufferedAmount <= MAX_UNREAD_BEFORE_PONG) socket.pong(data);
    });
    const { person, signIn, credential } = identity;
    open.set(socket, { credential, person });
    socket.on('close', () => open.delete(socket));
    if (binary === null) {
      deps.onSocket(corkedSocket(socket, raw), person, signIn);
      return;
    }
    endIfDead(socket);
    binary.open(socket, { person, id: binary.id });
  }
  function upgrade(request: IncomingMessage, raw: Duplex, head: Buffer): void {
    raw.on('error', () => raw.destroy());
    admit(deps, request)
      .then((admitted) => {
        const { person, servedBy: to } = admitted.identity;
        if (to !== null && deps.passingOn) return passOnSocket(deps.passingOn, { request, raw, head, person, to });
        return accepted.handleUpgrade(request, raw, head, (socket) => accept(socket, raw, admitted));
      })
      .catch((error: unknown) => {
        const known = knownError(error);
        if (!known) deps.log.error('A WebSocket could not be opened', error);
        refuseUpgrade(raw, known ?? new AppError('internal', 'Something went wrong in Warren.'));
      });
  }
  server.on('upgrade', upgrade);
  return {
    upgrade,
    count: () => open.size,
    /** A person appears once for each of their sockets. */
    people: () => Array.from(open.values(), ({ person }) => person),
    /** Credentials of open sockets: hashes of cookies and bearer tokens. */
    openCredentials: () => new Set(Array.from(open.values(), ({ credential }) => credential)),
    closeSocketsOf(credential: string): void {
      for (const [socket, own] of open) if (own.credential === credential) endSignedOut(socket);
    },
    /** Called when another server serves the person. A client that reconnects reaches it. */
    closeMoved(person: string): void {
      for (const [socket, own] of open) if (own.person === person) socket.close(SERVICE_RESTART, 'moved');
    },
    closeAll(): void {
      for (const socket of accepted.clients) {
        if (deps.passingOn) socket.close(SERVICE_RESTART, 'moved');
        else socket.close(GOING_AWAY, 'Warren is stopping');
      }
    },
    terminateAll(): void {
      for (const socket of accepted.clients) socket.terminate();
    },
  };
}

export type Sockets = ReturnType<typeof acceptSockets>;

/** Sends the client a reason when `ws` itself closes the socket. */
class ReasonedSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    super.close(code, reason ?? (code === TOO_BIG ? 'a frame has at most 1 MiB' : undefined));
  }
}

/** Closes the socket and reads nothing more from it, even if the client does not close. */
function endSignedOut(socket: WebSocket): void {
  socket.removeAllListeners('message');
  socket.close(SIGNED_OUT, 'signed out');
  setTimeout(() => socket.terminate(), CLOSE_WITHIN_MS).unref();
}

/** A socket that its address names. The socket for sessions, `/ws`, is not one. */
interface BinarySocket {
  readonly open: OnBinarySocket;
  readonly id: string;
}

interface Admitted {
  readonly identity: Caller;
  readonly binary: BinarySocket | null;
}

function binarySocketOf(deps: SocketDeps, url: string): BinarySocket | null {
  const [address = ''] = url.split('?');
  if (address === '/ws') return null;
  const [, name = '', id = ''] = /^\/ws\/([a-z-]+)\/([\w-]{1,64})$/u.exec(address) ?? [];
  const open = Object.hasOwn(deps.sockets ?? {}, name) ? deps.sockets?.[name] : undefined;
  if (!open) throw new AppError('not-found', 'There is no socket at this address.');
  return { open, id };
}

/** Terminates a socket whose peer no longer answers, such as a phone without a connection or a sleeping computer. */
function endIfDead(socket: WebSocket): void {
  let isAlive = true;
  socket.on('pong', () => (isAlive = true));
  const timer = setInterval(() => {
    if (!isAlive) {
      socket.terminate();
      return;
    }
    isAlive = false;
    socket.ping();
  }, PING_EVERY_MS).unref();
  socket.on('close', () => clearInterval(timer));
}

async function admit(deps: SocketDeps, request: IncomingMessage): Promise<Admitted> {
  if (deps.isStopping()) throw new AppError('stopping', 'Warren is stopping.');
  // For a passed-on request the first server has checked this.
  const isPassedOn = deps.passingOn?.hops.addressOf(request) !== undefined;
  const objection = isPassedOn ? undefined : deps.gate(request.headers, request.url ?? '');
  if (objection) throw objection;
  const binary = binarySocketOf(deps, request.url ?? '');
  const credentials = credentialsOf(request.headers, deps.cookiePort);
  // A browser sends the cookie for a socket of any page, and always sends that page's origin.
  if (request.headers.origin === undefined && credentials.bearer === undefined && credentials.cookie !== undefined)
    throw new AppError('wrong-origin', 'A socket that is opened with a cookie must name its Origin.');
  const identity = await requireIdentity(deps, credentials, request);
  if (deps.isStopping()) throw new AppError('stopping', 'Warren is stopping.');
  return { identity, binary };
}

export function refuseUpgrade(raw: Duplex, error: AppError): void {
  const { status, body } = errorAnswer(error);
  const text = JSON.stringify(body);
  raw.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Cache-Control: no-store\r\n${body.reason === 'moved' ? `${MOVED_HEADER}: 1\r\n` : ''}` +
      `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    // A client that does not close its end would occupy the descriptor.
    () => raw.destroy(),
  );
}

function bytesOf(frame: string): Buffer {
  if (last?.frame !== frame) last = { frame, bytes: Buffer.from(frame) };
  return last.bytes;
}

/**
 * A socket that sends the frames of one turn of the event loop in one write. This triples the frame rate under load and
 * delays no frame past the end of the turn.
 */
function corkedSocket(socket: WebSocket, raw: Duplex): Socket {
  let isCorked = false;
  return {
    get bufferedAmount() {
      return socket.bufferedAmount;
    },
    send(frame) {
      if (!isCorked) {
        isCorked = true;
        raw.cork();
        setImmediate(() => {
          isCorked = false;
          last = null;
          raw.uncork();
        });
      }
      socket.send(bytesOf(frame), { binary: false });
    },
    ping: () => socket.ping(),
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
    on: (event: 'message' | 'pong' | 'close', listener: (data: Buffer, isBinary: boolean) => void) =>
      socket.on(event, listener),
  };
}
