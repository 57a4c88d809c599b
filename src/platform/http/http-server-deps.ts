import type { Credentials, Identity } from '#account/server/sign-ins.ts';
import type { OnBinarySocket } from '#contribution/server/contribution.ts';
import type { OtherServer, ServedPeople } from '#database/server/served-people.ts';
import type { Socket } from '#session/server/connection/socket.ts';
import type { Log } from '#session/server/dependencies.ts';
import type { Route } from '#wire/route.ts';

import type { Readiness } from '../health/readiness.ts';
import type { AnswerProgram } from '../mcp/answer-programs.ts';

/** An answered request. Names only the pattern of its route, because its address may hold private data. */
interface Answered {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  /** From the end of the request's headers to the end of the answer. */
  readonly ms: number;
}

interface ClusterDeps extends Pick<ServedPeople, 'claim' | 'servedElsewhere' | 'serversOf'> {
  /** The id of this server. */
  readonly id: string;
  readonly name: string;
  readonly secret: string;
  /** The host at which the other servers reach this one. */
  readonly host: string;
  readonly port: number;
  /** The number of live servers, including this one. */
  serverCount(): number;
  /** The other living servers. */
  otherServers(): Promise<readonly OtherServer[]>;
}

export interface HttpServerDeps {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly allowedHosts: readonly string[];
  /** Addresses and ranges of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies?: readonly string[];
  readonly routes: readonly Route[];
  /** The folder of the built page, or null if another process serves it. */
  readonly pageFolder: string | null;
  readonly log: Log;
  identify(credentials: Credentials): Promise<Identity | null>;
  signIn(token: string, userAgent: string): Promise<{ cookie: string } | null>;
  /** Returns the hash of the cookie, which identifies its sockets. */
  signOut(cookie: string): Promise<string>;
  onSocket(socket: Socket, person: string, signIn: string | null): void;
  /** Handlers of sockets at `/ws/NAME/ID`, by name. */
  readonly sockets?: Readonly<Record<string, OnBinarySocket>>;
  /** Answers programs that call tools, at `/mcp`. */
  readonly answerProgram?: AnswerProgram;
  /** Only for one of several servers. */
  readonly cluster?: ClusterDeps | undefined;
  readiness(): Promise<Readiness>;
  onAnswered?(answered: Answered): void;
  /** Defaults: as many connections as descriptors allow, and 15 seconds to send the headers of a request. */
  readonly connectionLimits?: { readonly max: number; readonly headersMs: number };
  /** A clock in ms that never goes back; the process's own by default. */
  monotonic?(): number;
}
