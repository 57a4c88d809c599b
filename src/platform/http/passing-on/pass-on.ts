import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { onOtherServer, type OtherServer } from '#database/server/served-people.ts';
import { AppError } from '#wire/error-kind.ts';

import type { ClientAddress } from '../client-address.ts';
import { HOP_HEADER, type Hops, type Purpose } from './hops.ts';
import type { AllPassedOn } from './passed-on.ts';

/** Time to connect to another server. */
const CONNECT_WITHIN_MS = 3_000;
/** Bodies up to this size are kept, so that they can be sent to another server if the person has moved. */
const MAX_KEPT_BODY_BYTES = 1024 * 1024;
/** Set on the answer of a server that no longer serves the person. */
export const MOVED_HEADER = 'x-warren-moved';
/** How long to query the database again for the person's server after the answer "moved". */
const MOVES_WITHIN_MS = 1_000;
const PAUSE_MS = 50;

export interface PassOnDeps {
  readonly hops: Hops;
  readonly addressOf: ClientAddress;
  readonly underWay: AllPassedOn;
  /** The server that serves a person; null if it is this one. */
  readonly claim: (person: string) => Promise<OtherServer | null>;
  /** The address of this server for others: it passes on to itself if the person has moved here meanwhile. */
  readonly self: () => OtherServer;
}

/** Loads `@fastify/reply-from`, which a server without others does not need. */
export async function acceptPassingOn(app: FastifyInstance): Promise<void> {
  const { default: replyFrom } = await import('@fastify/reply-from');
  await app.register(replyFrom, {
    disableRequestLogging: true,
    disableCache: true,
    destroyAgent: true,
    // Slow answers, such as those of a suspended server, must not block other requests.
    undici: { connect: { timeout: CONNECT_WITHIN_MS }, headersTimeout: 0, bodyTimeout: 0, connections: null },
  });
}

/** Passes a request on to another server, and its answer back. */
export async function passOn(
  deps: PassOnDeps,
  { request, reply, person, to, purpose = 'served' }: ToPassOn,
): Promise<void> {
  const { raw } = request;
  const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined;
  const mayRepeat = !hasBody || Number(raw.headers['content-length'] ?? Number.NaN) <= MAX_KEPT_BODY_BYTES;
  const kept = hasBody && mayRepeat ? await readAll(raw) : null;
  // A larger body is passed on as it arrives.
  if (!mayRepeat) request.body = raw;
  const body = kept !== null && { body: kept, contentType: raw.headers['content-type'] ?? 'application/octet-stream' };

  let end = () => {};
  reply.raw.on('close', () => end());

  function fail(error: unknown): void {
    if (reply.sent) reply.raw.destroy();
    else void reply.send(error);
  }
  const whenMoved = createMoves(deps, person);
  function send(server: OtherServer): void {
    const target = targetAt(server, raw);
    end();
    const failed = () => (purpose === 'read' ? onOtherServer(server.name, CANNOT_BE_REACHED) : cannotReach(server));
    end = deps.underWay.add({ person, to: server.id, purpose, cut: () => fail(failed()) });
    // The package adds the query unchanged.
    void reply.from(`${target.origin}${target.pathname}`, {
      ...(kept !== null && kept.length > 0 && body),
      // This server has already answered "100 Continue".
      rewriteRequestHeaders: (_, { expect: _answered, ...headers }) => ({
        ...headers,
        host: raw.headers.host,
        ...hopHeaders(deps, { server, target, request: raw, purpose }),
      }),
      retryDelay: () => null,
      onError: () => fail(failed()),
      onResponse(_request, _reply, response) {
        const { headers, stream } = response as unknown as Answer;
        if (reply.sent) return void stream.destroy();
        const next = headers[MOVED_HEADER] !== undefined && mayRepeat && whenMoved();
        if (!next) return void reply.send(stream);
        stream.resume();
        for (const name of Object.keys(headers)) void reply.removeHeader(name);
        next.then(send).catch(fail);
      },
    });
  }
  send(to);
}

/**
 * Returns a function to call after each answer "moved". It returns the next server to ask, or null once the time is
 * over.
 */
function createMoves({ claim, self }: PassOnDeps, person: string): () => Promise<OtherServer> | null {
  const since = performance.now();
  let pauseMs = 0;
  return () => {
    if (performance.now() - since > MOVES_WITHIN_MS) return null;
    const asked = delay(pauseMs).then(async () => (await claim(person)) ?? self());
    pauseMs = PAUSE_MS;
    return asked;
  };
}

export interface ToPassOn {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly person: string;
  readonly to: OtherServer;
  readonly purpose?: Purpose;
}

interface Answer {
  readonly headers: IncomingMessage['headers'];
  readonly stream: IncomingMessage;
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const CANNOT_BE_REACHED = 'That server cannot be reached at the moment. Try again later.';

/** The server may be alive, so its people stay assigned to it. */
const cannotReach = ({ name }: OtherServer) =>
  new AppError('stopping', `The server ${name} cannot be reached at the moment. Try again in some seconds.`, {
    reason: 'unreachable',
  });

/** Passes on the upgrade request of a socket, and then bytes in both directions, with back-pressure. */
export async function passOnSocket(
  deps: PassOnDeps,
  { request, raw, head, person, to }: SocketToPassOn,
): Promise<void> {
  const whenMoved = createMoves(deps, person);
  let server = to;
  for (;;) {
    const { answer, socket, rest } = await upgradeAt(deps, server, request);
    const next = answer.headers[MOVED_HEADER] !== undefined && whenMoved();
    if (next) {
      answer.destroy();
      server = await next;
      continue;
    }
    raw.write(headOf(answer));
    if (socket === null) {
      answer.on('error', () => raw.destroy());
      answer.pipe(raw);
      return;
    }
    // Ends only this side: the other server then closes the socket with a reason for the client.
    const end = deps.underWay.add({
      person,
      to: server.id,
      purpose: 'served',
      cut: () => raw.destroy(),
      end: () => socket.end(),
    });
    socket.on('error', () => raw.destroy());
    socket.on('close', () => raw.destroy());
    raw.on('close', () => {
      end();
      socket.destroy();
    });
    raw.write(rest);
    socket.write(head);
    socket.pipe(raw).pipe(socket);
    return;
  }
}

interface SocketToPassOn {
  readonly request: IncomingMessage;
  readonly raw: Duplex;
  readonly head: Buffer;
  readonly person: string;
  readonly to: OtherServer;
}

interface Upgraded {
  readonly answer: IncomingMessage;
  /** Null if the upgrade was refused. */
  readonly socket: Duplex | null;
  /** The bytes after the head of the answer. */
  readonly rest: Buffer;
}

function upgradeAt(deps: PassOnDeps, server: OtherServer, request: IncomingMessage): Promise<Upgraded> {
  const target = targetAt(server, request);
  return new Promise((resolve, reject) => {
    const asked = process.getBuiltinModule('node:http').request({
      hostname: target.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: target.port,
      path: target.path,
      headers: { ...request.headers, ...hopHeaders(deps, { server, target, request, purpose: 'served' }) },
      agent: false,
      timeout: CONNECT_WITHIN_MS,
    });
    asked.on('upgrade', (answer, socket, rest) => {
      socket.setTimeout(0);
      socket.setNoDelay(true);
      resolve({ answer, socket, rest });
    });
    asked.on('response', (answer) => resolve({ answer, socket: null, rest: Buffer.alloc(0) }));
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => reject(cannotReach(server)));
    asked.end();
  });
}

function headOf({ statusCode = 502, statusMessage = '', rawHeaders }: IncomingMessage): string {
  const lines = Array.from(
    { length: rawHeaders.length / 2 },
    (_, at) => `${rawHeaders[2 * at]}: ${rawHeaders[2 * at + 1]}`,
  );
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('\r\n')}\r\n\r\n`;
}

interface Target {
  readonly hostname: string;
  readonly port: string;
  readonly origin: string;
  readonly pathname: string;
  /** Includes the query. */
  readonly path: string;
}

/** The same address on another server. */
function targetAt(server: OtherServer, { url = '' }: IncomingMessage): Target {
  if (server.internalAddress === null) throw cannotReach(server);
  if (!url.startsWith('/')) throw new AppError('malformed', 'The address of a request begins with a slash.');
  const { hostname, port, origin, pathname } = new URL(`${server.internalAddress}${url}`);
  const query = url.indexOf('?');
  return { hostname, port, origin, pathname, path: `${pathname}${query < 0 ? '' : url.slice(query)}` };
}

interface Passed {
  readonly server: OtherServer;
  readonly target: Target;
  readonly request: IncomingMessage;
  readonly purpose: Purpose;
}

function hopHeaders({ hops, addressOf }: PassOnDeps, { server, target, request, purpose }: Passed) {
  const signed = { method: request.method, url: target.path };
  return { [HOP_HEADER]: hops.sign(server.id, signed, { address: addressOf(request), purpose }) };
}
