import { Readable } from 'node:stream';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Credentials, Identity } from '#account/server/sign-ins.ts';
import { AppError } from '#wire/error-kind.ts';

import type { AnswerProgram } from '../mcp/answer-programs.ts';
import type { ApiDeps } from './api.ts';
import { callerHere } from './caller-here.ts';
import { credentialsOf } from './credentials.ts';
import type { ErrorAnswer } from './error-answer.ts';

export const MCP_PATH = '/mcp';

/**
 * Serves the endpoint where programs call tools. They present an access token. Cookies are ignored, because a browser
 * would send them for any page.
 */
export function serveMcp(app: FastifyInstance, deps: ApiDeps, answer: AnswerProgram): void {
  const identities = new WeakMap<FastifyRequest, Identity>();
  const bearerOf = ({ headers }: FastifyRequest): Credentials => ({
    bearer: credentialsOf(headers, deps.cookiePort()).bearer,
  });
  app.post(
    MCP_PATH,
    {
      onRequest(request, reply, done) {
        callerHere(deps, { request, reply }, { ...bearerOf(request), takes: 'tools' })
          .then((identity) => {
            if (!identity) return;
            identities.set(request, identity);
            done();
          })
          .catch(done);
      },
    },
    async (request, reply) => {
      const { person, access } = identities.get(request) ?? {};
      if (person === undefined || !access) throw new Error('a handler ran before its caller was identified');
      // Each request counts as one call, so batches are refused.
      if (Array.isArray(request.body)) throw new AppError('malformed', 'Send each message in a request of its own.');
      const origin = originOf(request);
      const asked = { person, access, origin, body: request.body };
      return send(reply, await answer(webRequest(request, reply, origin), asked));
    },
  );
  // Revisions of the protocol until 2025 use these methods for a stream of server requests and to end a session.
  app.route({
    method: ['GET', 'DELETE'],
    url: MCP_PATH,
    handler(request, reply) {
      deps.limits.request(deps.addressOf(request.raw));
      const refusal = new AppError(
        'malformed',
        'Programs send POST here. There are no sessions and no streams to open.',
      );
      const { message, kind } = refusal;
      return reply
        .code(405)
        .header('allow', 'POST')
        .send(rpcError({ status: 405, body: { kind, message } }));
    },
  });
}

/** The error as JSON-RPC, for a request that has not been parsed yet. */
export function rpcError({ status, body }: ErrorAnswer): object {
  const code = status >= 500 ? INTERNAL_ERROR : REFUSED;
  return { jsonrpc: '2.0', id: null, error: { code, message: body.message, data: body } };
}

const INTERNAL_ERROR = -32_603;
/** From the range that JSON-RPC reserves for servers. */
const REFUSED = -32_000;

/** The origin that the program used; a proxy with TLS reports its scheme. The answer goes only to the sender. */
const originOf = ({ headers }: FastifyRequest) =>
  `${headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'}://${headers.host}`;

function webRequest({ raw }: FastifyRequest, reply: FastifyReply, origin: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw.headers))
    if (value !== undefined && name !== 'authorization' && name !== 'cookie')
      headers.set(name, [value].flat().join(', '));
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return new Request(`${origin}${MCP_PATH}`, { method: 'POST', headers, signal: gone.signal });
}

function send(reply: FastifyReply, { status, headers, body }: Response): FastifyReply {
  void reply.code(status).headers(Object.fromEntries(headers));
  return body === null ? reply.send() : reply.send(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]));
}
