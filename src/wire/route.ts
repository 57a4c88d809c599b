import type { z } from 'zod';

/** What a route's handler gets: checked input, and whose it is. */
interface RouteRequest<Body, Query> {
  /** The signed-in person's id. */
  readonly person: string;
  /** The ids in the path, by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
}

/**
 * One route under `/api`. The server, the OpenAPI description and the test that tries other people's ids on every
 * route are all made of these.
 */
export interface Route<Body = unknown, Query = unknown> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** With ids as `:name`, for example `/api/recall/sets/:setId`. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly body?: z.ZodType<Body>;
  readonly query?: z.ZodType<Query>;
  readonly answer: z.ZodType;
  /** Answers with what `answer` describes, or throws an AppError. */
  handle(request: RouteRequest<Body, Query>): Promise<unknown>;
}

/** Keeps the types of body and query together with the handler, then forgets them, so that routes fit one list. */
export function route<Body = undefined, Query = undefined>(definition: Route<Body, Query>): Route {
  return definition as Route;
}
