import type { z } from 'zod';

/** The input of a route's handler: validated, with its person. */
interface RouteRequest<Body, Query> {
  /** The signed-in person's id. */
  readonly person: string;
  /** The sign-in of the browser that asks; missing for a bearer token. */
  readonly signIn?: string;
  /** The ids in the path, by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
}

/** A server that has files which this one has not. */
interface FileServer {
  readonly id: string;
  readonly name: string;
  /** Where servers reach it. */
  readonly internalAddress: string | null;
}

/** One route under `/api`. The server, the OpenAPI description and the ownership test are derived from these. */
export interface Route<Body = unknown, Query = unknown> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Ids are written `:name`, for example `/api/recall/sets/:setId`. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  /** JSON, `fileBody` or `streamBody`. */
  readonly body?: z.ZodType<Body>;
  /** Maximum size of the body in bytes, if it is not 1 MB. */
  readonly maxBytes?: number;
  readonly query?: z.ZodType<Query>;
  /** A token that can only add to the library may call it. It answers with nothing that was stored before. */
  readonly takesCaptureToken?: true;
  /** JSON, or `fileAnswer`. */
  readonly answer: z.ZodType;
  /**
   * The other server whose disk is read, which answers then; null if it is this one. For routes that change nothing.
   * Throws an AppError where that cannot be done.
   */
  readonly at?: (request: Pick<RouteRequest<Body, Query>, 'person' | 'params'>) => Promise<FileServer | null>;
  /** Returns what `answer` describes, or throws an AppError. */
  handle(request: RouteRequest<Body, Query>): Promise<unknown>;
}

/** Keeps the types of body, query and handler together, then erases them so that routes fit one list. */
export function route<Body = undefined, Query = undefined>(definition: Route<Body, Query>): Route {
  return definition as Route;
}
