import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';

import fastifyCookie from '@fastify/cookie';
import fastifyHelmet from '@fastify/helmet';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';

import type { OtherServer } from '#database/server/served-people.ts';
import { JsonShape } from '#kernel/json-shape.ts';
import type { Log } from '#session/server/dependencies.ts';
import { inLogContext } from '#session/server/log-context.ts';
import { AppError } from '#wire/error-kind.ts';

import { Answering } from './answering.ts';
import { serveApi } from './api.ts';
import { type ClientAddress, createClientAddress } from './client-address.ts';
import { limitConnections, maxConnections } from './connections.ts';
import type { CookiePort } from './credentials.ts';
import { errorAnswer, knownError } from './error-answer.ts';
import { bracketed, createGate, type Gate } from './gate.ts';
import type { HttpServerDeps } from './http-server-deps.ts';
import { MCP_PATH, rpcError, serveMcp } from './mcp-endpoint.ts';
import { isShare, isView, NOT_SHARED, sendPage, sendRefusal, servePage } from './page.ts';
import { sendAssetFromElsewhere } from './passing-on/asset-elsewhere.ts';
import { Hops } from './passing-on/hops.ts';
import { startInternalServer } from './passing-on/internal-server.ts';
import { refuseOtherSecret } from './passing-on/other-secret.ts';
import { acceptPassingOn, MOVED_HEADER } from './passing-on/pass-on.ts';
import { AllPassedOn } from './passing-on/passed-on.ts';
import { createRateLimits } from './rate-limits.ts';
import { acceptSockets, refuseUpgrade, type Sockets } from './sockets.ts';
import { createTokenGuesses } from './token-guesses.ts';

/** For routes without their own limit. */
const BODY_LIMIT_BYTES = 1024 * 1024;
/** More than the longest list that a route accepts. */
const MAX_BODY_VALUES = 50_000;
/** Measured from the connection, or the first byte of a later request, to the end of the headers. */
const HEADERS_TIMEOUT_MS = 15_000;
/** For a whole request. A large file takes minutes over a slow connection. */
const REQUEST_TIMEOUT_MS = 300_000;
/** Time for requests and sockets to end by themselves when the server stops. */
const GRACE_MS = 1_000;

export interface HttpServer {
  /** For example `http://127.0.0.1:4600`. */
  readonly address: string;
  /** The address for other servers; null for a server without others. */
  readonly internalAddress: string | null;
  readonly sockets: Pick<Sockets, 'count' | 'people' | 'openCredentials' | 'closeSocketsOf' | 'closeMoved'>;
  readonly answering: Pick<Answering, 'people' | 'settle'>;
  /**
   * Call it once this server's address is stored: if two servers start at the same time, the later one sees the other.
   */
  refuseOtherSecret(): Promise<void>;
  close(): Promise<void>;
}

interface State {
  listening: { readonly port: number; readonly gate: Gate; readonly sockets: Sockets } | undefined;
  isStopping: boolean;
  /** This server as others see it, once it listens for them. */
  self: OtherServer;
}

export async function startHttpServer(deps: HttpServerDeps): Promise<HttpServer> {
  const { max, headersMs } = deps.connectionLimits ?? { max: maxConnections(), headersMs: HEADERS_TIMEOUT_MS };
  const app = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: headersMs / 4 },
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
    frameworkErrors: (error, _, reply) => void answerError(reply as FastifyReply, { error, log: deps.log }),
  });
  // Set once the port is known, before the first request.
  const state: State = { listening: undefined, isStopping: false, self: { id: '', name: '', internalAddress: null } };
  const now = () => deps.monotonic?.() ?? performance.now();
  const limits = createRateLimits(now);
  const guesses = createTokenGuesses(now, () => deps.cluster?.serverCount() ?? 1);
  const answering = new Answering();
  const connections = limitConnections(app.server, max);
  const hops = deps.cluster && new Hops(deps.cluster);
  const clientAddress = createClientAddress(deps.trustedProxies ?? []);
  const addressOf: ClientAddress = (request) => hops?.addressOf(request) ?? clientAddress(request);
  const { cluster } = deps;
  const refuseSecretOfOthers = async () => {
    if (cluster && hops) await refuseOtherSecret(hops, await cluster.otherServers());
  };
  await refuseSecretOfOthers();
  const passingOn = cluster &&
    hops && {
      hops,
      addressOf,
      underWay: new AllPassedOn(cluster),
      claim: (person: string) => cluster.claim(person),
      otherServers: () => cluster.otherServers(),
      self: () => state.self,
    };

  await app.register(fastifyHelmet, SECURITY_HEADERS);
  await app.register(fastifyCookie);
  if (passingOn) await acceptPassingOn(app);
  app.addHook('onRequest', (request, _, done) => inLogContext({ request: request.id }, done));
  app.addHook('onRequest', async (request, reply) => {
    // Files of the page override this.
    void reply.header('cache-control', 'no-store');
    if (!state.listening) throw new AppError('stopping', 'Warren is starting.');
    // It can come from any site, because its content is ignored.
    if (isShare(request)) return sendRefusal(reply, errorAnswer(NOT_SHARED));
    // For a passed-on request the first server has checked this.
    const isPassedOn = hops?.addressOf(request.raw) !== undefined;
    const objection = isPassedOn ? undefined : state.listening.gate(request.headers, request.url);
    if (objection && isView(request)) return sendRefusal(reply, errorAnswer(objection));
    if (objection) throw objection;
    if (state.isStopping) throw new AppError('stopping', 'Warren is stopping.');
  });
  app.addHook('onResponse', ({ id, method, routeOptions }, { statusCode: status, elapsedTime: ms }, done) => {
    const route = routeOptions.url ?? 'no route';
    inLogContext({ request: id }, () => deps.onAnswered?.({ method, route, status, ms }));
    done();
  });
  acceptJson(app);
  app.setErrorHandler((error, request, reply) =>
    answerError(reply, {
      error,
      log: deps.log,
      what: `${request.method} ${request.routeOptions.url ?? ''}`,
      bodyLimit: request.routeOptions.bodyLimit,
      isOfProgram: request.routeOptions.url === MCP_PATH,
    }),
  );
  app.get('/healthz', () => ({ ok: true }));
  app.get('/readyz', async (_, reply) => {
    const readiness = await deps.readiness();
    return reply.code(readiness.ok ? 200 : 503).send(readiness);
  });
  const apiDeps = {
    ...deps,
    limits,
    guesses,
    connections,
    answering,
    addressOf,
    passingOn,
    cookiePort: (): CookiePort => (cluster ? 'cluster' : (state.listening?.port ?? deps.port)),
    closeSocketsOf: (credential: string) => state.listening?.sockets.closeSocketsOf(credential),
  };
  serveApi(app, apiDeps);
  if (deps.answerProgram) serveMcp(app, apiDeps, deps.answerProgram);
  const { pageFolder } = deps;
  if (pageFolder !== null) await servePage(app, pageFolder);
  app.setNotFoundHandler(async (request, reply) => {
    if (pageFolder !== null && isView(request)) return sendPage(reply, pageFolder);
    limits.request(addressOf(request.raw));
    if (passingOn && (await sendAssetFromElsewhere(passingOn, request, reply))) return reply;
    throw new AppError('not-found', 'Not found.');
  });

  const port = await listen(app, deps);
  const gate = createGate({ host: deps.host, port, allowedHosts: deps.allowedHosts });
  const sockets = acceptSockets(app.server, {
    ...deps,
    cookiePort: cluster ? 'cluster' : port,
    passingOn,
    gate,
    limits,
    guesses,
    connections,
    addressOf,
    isStopping: () => state.isStopping,
  });
  state.listening = { port, gate, sockets };
  const internal =
    cluster &&
    hops &&
    (await startInternalServer({
      ...cluster,
      hops,
      answer: (request, response) => app.routing(request, response),
      upgrade: sockets.upgrade,
      refuse: refuseUpgrade,
    }).catch(async (error: unknown) => {
      await app.close();
      throw error;
    }));
  if (cluster) state.self = { id: cluster.id, name: cluster.name, internalAddress: internal?.address ?? null };
  return {
    internalAddress: internal?.address ?? null,
    address: `http://${bracketed(deps.host)}:${port}`,
    sockets,
    answering,
    refuseOtherSecret: refuseSecretOfOthers,
    async close() {
      state.isStopping = true;
      const ended = once(app.server, 'close');
      app.server.close();
      sockets.closeAll();
      passingOn?.underWay.endAll();
      await Promise.race([ended, setTimeout(GRACE_MS, undefined, { ref: false })]);
      sockets.terminateAll();
      passingOn?.underWay.cutAll();
      internal?.close();
      await app.close();
    },
  };
}

const SECURITY_HEADERS = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      workerSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  xFrameOptions: { action: 'deny' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  // Warren itself serves without TLS. A proxy that adds TLS adds this header.
  strictTransportSecurity: false,
} as const;

async function listen(app: FastifyInstance, deps: HttpServerDeps): Promise<number> {
  try {
    await app.listen({ host: deps.host, port: deps.port });
  } catch (error) {
    await app.close();
    throw cannotListen(error, deps) ?? error;
  }
  return (app.server.address() as AddressInfo).port;
}

function cannotListen(error: unknown, { host, port }: HttpServerDeps): AppError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new AppError(
      'refused',
      `Port ${port} on ${host} is in use. Stop what uses it, or choose another one with WARREN_PORT.`,
      { reason: 'port-in-use', cause: error },
    );
  if (code === 'EACCES')
    return new AppError('refused', `Port ${port} is not allowed here. Choose another one with WARREN_PORT.`, {
      cause: error,
    });
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new AppError('refused', `${host} is not an address of this machine. Change WARREN_HOST.`, { cause: error });
  return undefined;
}

/** Longer bodies are parsed in steps, because a single step already takes up to 50 ms for the longest text. */
const LARGE_BODY_BYTES = 100_000;

/**
 * Many clients send a JSON content type even without a body. Bodies that would take long to parse are rejected first.
 */
function acceptJson(app: FastifyInstance): void {
  const parser = app.getDefaultJsonParser('ignore', 'ignore');
  const parse = (request: FastifyRequest, text: string) =>
    new Promise<unknown>((resolve, reject) => {
      void parser(request, text, (error, value) => (error ? reject(error) : resolve(value)));
    });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length === 0) return undefined;
    const isLarge = body.length > LARGE_BODY_BYTES;
    const shape = new JsonShape(MAX_BODY_VALUES);
    for (let at = 0; at < body.length; at += LARGE_BODY_BYTES) {
      if (shape.isTooComplexWith(body.subarray(at, at + LARGE_BODY_BYTES)))
        throw new AppError('malformed', 'This is nested too deeply, or holds too many values.');
      if (isLarge) await setImmediate();
    }
    const text = body.toString('utf8');
    if (isLarge) await setImmediate();
    const parsed = await parse(request, text);
    if (isLarge) await setImmediate();
    if (namesPrototype(parsed)) throw new AppError('malformed', 'This names a prototype.');
    return parsed;
  });
}

/** Fastify would search the text for such names, which takes as long as parsing it. */
function namesPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, held]) =>
      name === '__proto__' ||
      (name === 'constructor' && typeof held === 'object' && held !== null && Object.hasOwn(held, 'prototype')) ||
      namesPrototype(held),
  );
}

/** The only place that turns errors into responses. A bug is logged, and the response does not describe it. */
function answerError(
  reply: FastifyReply,
  failure: { error: unknown; log: Log; what?: string; bodyLimit?: number; isOfProgram?: boolean },
): FastifyReply {
  const known = knownError(failure.error, failure.bodyLimit ?? BODY_LIMIT_BYTES);
  if (!known) failure.log.error(`${failure.what ?? 'A request'} failed`, failure.error);
  const answer = errorAnswer(known ?? new AppError('internal', 'Something went wrong in Warren.'));
  const { status, body } = answer;
  // Fastify closes the connection after a body that is too large. A client that is still sending may then lose the
  // response to a reset (RFC 9112, section 9.6). On an open connection Node reads and discards the rest.
  if (body.reason === 'moved') void reply.header(MOVED_HEADER, '1');
  if (body.kind === 'too-large') void reply.removeHeader('connection');
  if (body.retryAfterMs !== undefined) void reply.header('retry-after', Math.ceil(body.retryAfterMs / 1_000));
  // RFC 9110, section 11.6.1.
  if (failure.isOfProgram && status === 401) void reply.header('www-authenticate', 'Bearer');
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(failure.isOfProgram ? rpcError(answer) : body));
}
