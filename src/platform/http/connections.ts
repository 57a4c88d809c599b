import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The share of descriptors for the database, files, terminals and calls of models. */
const RESERVED_SHARE = 0.25;
/** Includes the descriptors of an idle server, about 30. */
const MIN_RESERVED = 64;
/** About as many as one page opens. */
const MIN_CONNECTIONS = 8;
/** Used where the system does not report a limit. */
const USUAL_DESCRIPTORS = 1_024;

export interface Connections {
  /** Assigns a connection to a signed-in person. Called with each of their requests. */
  know(connection: Socket, person: string): void;
}

/**
 * Limits the connections, so that the process never runs out of descriptors. Each person gets an equal share, and all
 * strangers together get one share. At the limit, a new connection replaces the longest idle one above a share: first a
 * stranger's, then one of the person who has most. So neither silent strangers nor a person who opens many connections
 * can lock others out.
 */
export function limitConnections(server: Server, max: number): Connections {
  /** Ordered from least to most recently active, as are the connections of people. */
  const strangers = new Set<Socket>();
  const people = new Map<string, Set<Socket>>();
  const known = new WeakMap<Socket, string>();
  let count = 0;

  function forget(connection: Socket): void {
    strangers.delete(connection);
    const person = known.get(connection) ?? '';
    const own = people.get(person);
    if (own?.delete(connection) && own.size === 0) people.delete(person);
  }

  function longestSilent(): Socket | undefined {
    const share = max / (people.size + 1);
    const most = [...people.values()].reduce((a, b) => (b.size > a.size ? b : a), new Set<Socket>());
    const [longest] = strangers.size <= share && most.size > share ? most : strangers;
    return longest;
  }

  server.on('connection', (connection: Socket) => {
    count += 1;
    strangers.add(connection);
    connection.once('close', () => {
      count -= 1;
      forget(connection);
    });
    if (count <= max) return;
    const longest = longestSilent();
    // `close` is emitted later, so the connection is uncounted now.
    if (longest) forget(longest);
    longest?.destroy();
  });
  server.on('request', ({ socket }) => {
    if (known.has(socket)) return;
    strangers.delete(socket);
    strangers.add(socket);
  });
  return {
    know(connection, person) {
      forget(connection);
      known.set(connection, person);
      // The person may be identified after the connection has ended.
      if (!connection.destroyed) people.set(person, (people.get(person) ?? new Set()).add(connection));
    },
  };
}

/** The number of connections that the limit of open files allows. */
export function maxConnections(descriptors = descriptorLimit()): number {
  const reserved = Math.max(MIN_RESERVED, Math.ceil(descriptors * RESERVED_SHARE));
  return Math.max(MIN_CONNECTIONS, descriptors - reserved);
}

function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? USUAL_DESCRIPTORS : Number(soft);
  } catch {
    // Only Linux has this file.
    return USUAL_DESCRIPTORS;
  }
}
