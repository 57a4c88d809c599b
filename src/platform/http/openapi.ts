import { z } from 'zod';

import { signInRequest } from '#account/protocol.ts';
import type { Route } from '#wire/route.ts';

import { errorBody } from './error-answer.ts';

type Json = Record<string, unknown>;

const DONE = z.object({ ok: z.literal(true) });

/** The OpenAPI 3.1 description of everything under `/api`. */
export function describeApi(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const each of routes) {
    const path = each.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [each.method.toLowerCase()]: operation(each) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Warren',
      version: '1',
      description:
        'Send the token as a bearer, or exchange it for a cookie at /api/sign-in. Times are milliseconds since the epoch. ' +
        'What happens inside a session goes over the WebSocket at /ws.',
    },
    paths: { '/api/sign-in': { post: signInOperation() }, '/api/sign-out': { post: signOutOperation() }, ...paths },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'warren_PORT' },
      },
      schemas: { Error: shape(errorBody, 'output') },
    },
    security: [{ bearer: [] }, { cookie: [] }],
  };
}

function operation(each: Route): Json {
  const parameters = [...pathParameters(each.path), ...(each.query ? queryParameters(each.query) : [])];
  return {
    summary: each.summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(each.body ? { requestBody: { required: true, content: json(shape(each.body, 'input')) } } : {}),
    responses: responses(each.answer),
  };
}

function signInOperation(): Json {
  return {
    summary: 'Exchanges a token for a cookie',
    security: [],
    requestBody: { required: true, content: json(shape(signInRequest, 'input')) },
    responses: responses(DONE),
  };
}

function signOutOperation(): Json {
  return { summary: 'Ends the sign-in of this browser', security: [], responses: responses(DONE) };
}

function responses(answer: z.ZodType): Json {
  return {
    200: { description: 'Done', content: json(shape(answer, 'output')) },
    default: { description: 'Not done', content: json({ $ref: '#/components/schemas/Error' }) },
  };
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(query: z.ZodType): Json[] {
  const { properties, required } = shape(query, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required?.includes(name) ?? false,
    schema,
  }));
}

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

function shape(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, '~standard': __, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}
