import type { z } from 'zod';

/** The validated input of a route's handler, with the person who sent it. */
interface RouteRequest<Body, Query> {
  /** The signed-in person's id. */
  readonly person: string;
  /** The sign-in of the browser that sent the request; missing for a bearer token. */
  readonly signIn?: string;
  /** The ids in the path, by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
}

/** Another server whose disk has the requested files. */
interface FileServer {
  readonly id: string;
  readonly name: string;
  /** The address at which other servers reach it. */
  readonly internalAddress: string | null;
}

/** A route under `/api`. The server, the OpenAPI description and the ownership test are derived from it. */
export interface Route<Body = unknown, Query = unknown> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Ids are written `:name`, for example `/api/recall/sets/:setId`. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  /** JSON, `fileBody` or `streamBody`. */
  readonly body?: z.ZodType<Body>;
  /** Maximum size of the body in bytes. Defaults to 1 MB. */
  readonly maxBytes?: number;
  readonly query?: z.ZodType<Query>;
  /** Whether a capture token can call it. The answer must not reveal stored data. */
  readonly takesCaptureToken?: true;
  /** JSON, or `fileAnswer`. */
  readonly answer: z.ZodType;
  /**
   * The other server that must answer because the files are on its disk; null for this one. Only for routes that change
   * nothing. Throws an AppError if that is not possible.
   */
  readonly at?: (request: Pick<RouteRequest<Body, Query>, 'person' | 'params'>) => Promise<FileServer | null>;
  /** Returns a value that matches `answer`, or throws an AppError. */
  handle(request: RouteRequest<Body, Query>): Promise<unknown>;
}

/** Checks the types of body, query and handler together, then erases them so that all routes fit in one list. */
export function route<Body = undefined, Query = undefined>(definition: Route<Body, Query>): Route {
  return definition as Route;
}
