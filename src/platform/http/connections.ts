import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The rest is for the database, files, terminals and calls of models. */
const SHARE_OF_DESCRIPTORS = 0.75;
/** Where the system does not tell. */
const USUAL_DESCRIPTORS = 1_024;

export interface Connections {
  /** Marks a connection as one of somebody who is signed in. */
  know(connection: Socket): void;
}

/**
 * Limits the connections, so that the process never runs out of descriptors. Where one is too many, the stranger that has
 * asked for nothing for the longest time is disconnected: signed-in people get in, however many others wait in silence.
 */
export function limitConnections(server: Server, max: number): Connections {
  /** Least recently active first. */
  const strangers = new Set<Socket>();
  const known = new WeakSet<Socket>();
  let count = 0;

  server.on('connection', (connection: Socket) => {
    count += 1;
    strangers.add(connection);
    connection.once('close', () => {
      count -= 1;
      strangers.delete(connection);
    });
    if (count <= max) return;
    const [oldest] = strangers;
    // Counted by 'close', which comes later.
    if (oldest) strangers.delete(oldest);
    oldest?.destroy();
  });
  server.on('request', ({ socket }) => {
    if (known.has(socket)) return;
    strangers.delete(socket);
    strangers.add(socket);
  });
  return {
    know(connection) {
      known.add(connection);
      strangers.delete(connection);
    },
  };
}

/** How many connections the limit of open files leaves room for. */
export function maxConnections(): number {
  return Math.floor(descriptorLimit() * SHARE_OF_DESCRIPTORS);
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
