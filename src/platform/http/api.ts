import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';

import { signInRequest } from '#account/protocol.ts';
import type { Identity } from '#account/server/sign-ins.ts';
import { movedError, type OtherServer } from '#database/server/served-people.ts';
import { id } from '#session/protocol.ts';
import { AppError } from '#wire/error-kind.ts';
import { fileAnswer, type FileAnswer, fileBody, type FileBody, streamBody, type StreamBody } from '#wire/file.ts';
import type { Route } from '#wire/route.ts';

import type { Answering } from './answering.ts';
import { callerHere } from './caller-here.ts';
import { type CallerDeps, checkToken, cookieName, type CookiePort, credentialsOf } from './credentials.ts';
import { checked, checkedQuery, errorBody } from './error-answer.ts';
import type { HttpServerDeps } from './http-server-deps.ts';
import { passOn, type PassOnDeps, type ToPassOn } from './passing-on/pass-on.ts';

const DONE = z.object({ ok: z.literal(true) });

/** A file of any media type. */
const BYTES = { '*/*': { schema: { type: 'string', format: 'binary' } } } as const;

const ANY_FILE = 'application/octet-stream';
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;

/** The maximum that browsers allow. The database limits how long a sign-in lasts. */
const COOKIE_MAX_AGE_S = 400 * 86_400;

export interface ApiDeps extends HttpServerDeps, CallerDeps {
  readonly answering: Answering;
  /** Part of the names of cookies. The port is known once the server listens. */
  cookiePort(): CookiePort;
  closeSocketsOf(credential: string): void;
}

/** Serves everything under `/api`: sign-in and sign-out, the description, and the routes of the slices. */
export function serveApi(app: FastifyInstance, deps: ApiDeps): void {
  serveSignIn(app, deps);
  let description: string | undefined;
  app.get('/api/openapi.json', (request, reply) => {
    deps.limits.request(deps.addressOf(request.raw));
    description ??= JSON.stringify(describeApi(deps.routes));
    return reply.type('application/json; charset=utf-8').send(description);
  });
  const accepting: [Route['body'], (app: FastifyInstance) => void][] = [
    [fileBody, acceptFiles],
    [streamBody, acceptStreams],
  ];
  for (const each of deps.routes) if (!accepting.some(([body]) => body === each.body)) serveRoute(app, deps, each);
  for (const [body, accept] of accepting)
    void app.register((files, _, done) => {
      accept(files);
      for (const each of deps.routes) if (each.body === body) serveRoute(files, deps, each);
      done();
    });
}

function serveRoute(app: FastifyInstance, deps: ApiDeps, each: Route): void {
  const identities = new WeakMap<FastifyRequest, Identity>();
  app.route({
    method: each.method,
    url: each.path,
    ...(each.maxBytes !== undefined && { bodyLimit: each.maxBytes }),
    onRequest(request, reply, done) {
      const takes = each.takesCaptureToken && ('capture' as const);
      callerHere(deps, { request, reply }, { ...credentialsOf(request.headers, deps.cookiePort()), takes })
        .then(async (identity) => {
          if (!identity) return;
          identities.set(request, identity);
          const { person } = identity;
          const place = deps.passingOn ? await readAt(deps.passingOn, each, { request, person }) : null;
          if (place === null || !deps.passingOn) return done();
          return passOn(deps.passingOn, { request, reply, person, to: place, purpose: 'read' });
        })
        .catch(done);
    },
    async handler(request, reply) {
      const identity = identities.get(request);
      if (!identity) throw new Error('a handler ran before its caller was identified');
      const params = request.params as Record<string, string>;
      if (Object.values(params).some((value) => !id.safeParse(value).success))
        throw new AppError('not-found', 'Not found.');
      const answer = await each.handle({
        person: identity.person,
        ...(identity.signIn !== null && { signIn: identity.signIn }),
        params,
        query: each.query ? checkedQuery(each.query, request.query) : undefined,
        body: each.body ? checked(each.body, request.body) : undefined,
      });
      if (answer === undefined) return reply.code(204).send();
      if (each.answer === fileAnswer) return sendFile(reply, answer as FileAnswer);
      return reply.type('application/json; charset=utf-8').send(await jsonOf(answer));
    },
  });
}

/** For a person whom this server serves: the other server whose disk the request reads; null if this server answers. */
async function readAt(
  { hops }: PassOnDeps,
  { at }: Route,
  { request, person }: Pick<ToPassOn, 'request' | 'person'>,
): Promise<OtherServer | null> {
  if (!hops.isRead(request.raw))
    return (await at?.({ person, params: request.params as Record<string, string> })) ?? null;
  // Other routes need the server that serves the person.
  if (!at) throw movedError();
  return null;
}

/** After a member that took longer to serialize, other requests get a turn. */
const MAX_BLOCKING_MS = 8;

/** Like `JSON.stringify`, but one member at a time, so that a large answer does not block the event loop. */
async function jsonOf(answer: object | null): Promise<string> {
  if (answer === null || Array.isArray(answer)) return JSON.stringify(answer);
  const members: string[] = [];
  for (const [name, value] of Object.entries(answer) as [string, unknown][]) {
    const begun = performance.now();
    const json = JSON.stringify(value) as string | undefined;
    if (json !== undefined) members.push(`${JSON.stringify(name)}:${json}`);
    if (performance.now() - begun > MAX_BLOCKING_MS) await setImmediate();
  }
  return `{${members.join(',')}}`;
}

function serveSignIn(app: FastifyInstance, deps: ApiDeps): void {
  app.post('/api/sign-in', { bodyLimit: 16_384 }, async (request, reply) => {
    const { token } = checked(signInRequest, request.body);
    const address = deps.addressOf(request.raw);
    deps.limits.request(address);
    const signedIn = await checkToken(deps.guesses, { address, token }, () =>
      deps.signIn(token, request.headers['user-agent'] ?? ''),
    );
    if (!signedIn) throw new AppError('wrong-token', 'This token is not valid. Use the link that Warren printed.');
    const cookie = { httpOnly: true, sameSite: 'strict', path: '/', maxAge: COOKIE_MAX_AGE_S } as const;
    const secure = request.headers.origin?.startsWith('https:') ?? false;
    const name = cookieName(deps.cookiePort(), secure);
    return reply.setCookie(name, signedIn.cookie, { ...cookie, secure }).send({ ok: true });
  });
  app.post('/api/sign-out', { bodyLimit: 16_384 }, async (request, reply) => {
    deps.limits.request(deps.addressOf(request.raw));
    const port = deps.cookiePort();
    const { cookie } = credentialsOf(request.headers, port);
    if (cookie !== undefined) deps.closeSocketsOf(await deps.signOut(cookie));
    for (const secure of [true, false])
      void reply.clearCookie(cookieName(port, secure), { httpOnly: true, sameSite: 'strict', path: '/', secure });
    return reply.send({ ok: true });
  });
}

/** Reads bodies of any media type into memory. */
function acceptFiles(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    const body: FileBody = { bytes: bytes as Buffer, mediaType: request.headers['content-type'] ?? '' };
    done(null, body);
  });
}

/** Passes bodies of any media type on as they arrive, up to the limit of the route. */
function acceptStreams(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request, payload, done) => {
    const body: StreamBody = { stream: upTo(request.routeOptions.bodyLimit, payload) };
    done(null, body);
  });
}

async function* upTo(maxBytes: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new AppError('too-large', `A file has at most ${Math.floor(maxBytes / 1e6)} MB here.`);
    yield chunk;
  }
}

/** Always an attachment: a file written by someone else must not run as a page of Warren. */
function sendFile(reply: FastifyReply, { name, mediaType, bytes }: FileAnswer): FastifyReply {
  const [type = ''] = mediaType.split(';');
  void reply.type(MEDIA_TYPE.test(type.trim()) ? type.trim() : ANY_FILE).headers({
    'content-disposition': disposition(name),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  if (bytes instanceof Uint8Array) return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return reply.header('content-length', bytes.length).send(Readable.from(bytes.stream, { objectMode: false }));
}

/** RFC 6266: an ASCII name for old clients, and the exact name. */
function disposition(name: string): string {
  const plain = name.replace(/[^ !#$&+\-.\w]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** The OpenAPI 3.1 description of everything under `/api`. */
function describeApi(routes: readonly Route[]): object {
  const signIn = { summary: 'Exchanges a token for a cookie', body: signInRequest, answer: DONE };
  const signOut = { summary: 'Ends the sign-in of this browser', answer: DONE };
  const paths: ZodOpenApiPathsObject = {
    '/api/sign-in': { post: { ...operation(signIn), security: [] } },
    '/api/sign-out': { post: { ...operation(signOut), security: [] } },
  };
  for (const each of routes) {
    const path = each.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [each.method.toLowerCase()]: operation(each) };
  }
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Warren',
        version: '1',
        description:
          'Send the token as a bearer, or exchange it for a cookie at /api/sign-in. Times are milliseconds since the ' +
          'epoch. What happens inside a session goes over the WebSocket at /ws.',
      },
      paths,
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          cookie: { type: 'apiKey', in: 'cookie', name: 'warren_PORT' },
        },
        schemas: { Error: errorBody },
      },
      security: [{ bearer: [] }, { cookie: [] }],
    },
    { allowEmptySchema: { unknown: true, any: true } },
  );
}

function operation(route: Pick<Route, 'summary' | 'body' | 'query' | 'answer'> & { path?: string }) {
  const { path = '', query, body, answer } = route;
  const ids = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, z.string()] as const);
  const described: ZodOpenApiOperationObject = {
    summary: route.summary,
    requestParams: {
      ...(ids.length > 0 && { path: z.object(Object.fromEntries(ids)) }),
      ...(query && { query: query as z.ZodObject }),
    },
    ...(body && {
      requestBody: { required: true, content: body === fileBody || body === streamBody ? BYTES : json(body) },
    }),
    responses: {
      200: { description: 'Done', content: answer === fileAnswer ? BYTES : json(answer) },
      default: { description: 'Not done', content: json(errorBody) },
    },
  };
  return described;
}

function json(schema: z.ZodType) {
  return { 'application/json': { schema } };
}
