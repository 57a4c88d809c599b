import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';

import { signInRequest } from '#account/protocol.ts';
import { fileAnswer, fileBody } from '#wire/file.ts';
import type { Route } from '#wire/route.ts';

import { errorBody } from './error-answer.ts';

const DONE = z.object({ ok: z.literal(true) });

/** The OpenAPI 3.1 description of everything under `/api`. */
export function describeApi(routes: readonly Route[]): object {
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
    ...(body && { requestBody: { required: true, content: body === fileBody ? BYTES : json(body) } }),
    responses: {
      200: { description: 'Done', content: answer === fileAnswer ? BYTES : json(answer) },
      default: { description: 'Not done', content: json(errorBody) },
    },
  };
  return described;
}

/** A file of any media type. */
const BYTES = { '*/*': { schema: { type: 'string', format: 'binary' } } } as const;

function json(schema: z.ZodType) {
  return { 'application/json': { schema } };
}
