import type { z } from 'zod';

import { AppError } from '#wire/error-kind.ts';
import { DEAD_AFTER_MS, PING_EVERY_MS } from '#wire/limits.ts';
import { PROTOCOL_VERSION } from '#wire/protocol-version.ts';

import type { DownMessage, UpMessage } from '../../protocol.ts';
import type { Log } from '../dependencies.ts';
import type { LiveSessions } from '../live/live-sessions.ts';
import { inLogContext } from '../log-context.ts';
import { toErrorMessage } from './answers.ts';
import type { Backlog } from './backlog.ts';
import type { OnlinePeople } from './online-people.ts';
import { Outbound } from './outbound.ts';
import { findAbout, readUpMessage } from './read-up-message.ts';
import type { Socket } from './socket.ts';
import { frameOf } from './subscriber.ts';
import { Subscription } from './subscription.ts';

/** Minimum time between two rounds to one socket. Several changes of a session in that time are sent as one. */
const ROUND_EVERY_MS = 250;

/** Changed summaries on their way to one socket: the latest of each session. No session is skipped for good. */
class LatestSummaries {
  readonly #outbound: Outbound;
  readonly #waiting = new Map<string, string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(outbound: Outbound) {
    this.#outbound = outbound;
  }

  /** Sends the frame at once if nothing was sent lately. */
  add(session: string, frame: string): void {
    this.#waiting.set(session, frame);
    if (!this.#timer) this.#send();
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#waiting.clear();
  }

  readonly #send = (): void => {
    this.#timer = null;
    if (this.#waiting.size === 0) return;
    if (!this.#outbound.hasRoomForEvents) return this.#outbound.whenRoom(this.#send);
    for (const frame of this.#waiting.values()) this.#outbound.send(frame);
    this.#waiting.clear();
    this.#timer = setTimeout(this.#send, ROUND_EVERY_MS).unref();
  };
}

/**
 * Rate limit of one socket: this many frames at once, and this many per second over time. A large frame counts as
 * several.
 */
const BURST = 400;
const PER_SECOND = 100;
const BYTES_PER_FRAME = 16 * 1024;
/** One object for all: creating the stacks would take most of the time during a flood. */
const TOO_MANY = new AppError('too-many', 'Too many messages at once. They will be sent again.');
const MAX_SUBSCRIPTIONS = 1_000;

export interface ConnectionDependencies {
  readonly sessions: LiveSessions;
  readonly people: OnlinePeople;
  readonly backlog: Backlog;
  readonly lineage: string;
  /** The schema of all messages that a client may send. */
  readonly upMessage: z.ZodType<UpMessage>;
  /** A monotonic clock, in ms. */
  readonly monotonic: () => number;
  readonly log: Log;
}

interface SignedIn {
  readonly person: string;
  /** Null for a program with a token. */
  readonly signIn: string | null;
}

/** Serves one socket of a signed-in person until it closes. Bad input is answered and does not close it. */
export function serveConnection(
  socket: Socket,
  { person, signIn }: SignedIn,
  dependencies: ConnectionDependencies,
): void {
  const { sessions, people, backlog, lineage, monotonic, log } = dependencies;
  const outbound = new Outbound(socket, backlog);
  const summaries = new LatestSummaries(outbound);
  const subscriptions = new Map<string, Subscription>();
  let isOpen = true;
  let seen: string | null = null;
  let heardAt = monotonic();
  let allowance = BURST;
  let allowedAt = heardAt;

  const send = (message: DownMessage) => {
    if (isOpen) outbound.send(frameOf(message));
  };
  const leave = people.join(person, {
    news: (frame) => {
      if (outbound.hasRoomForEvents) outbound.send(frame);
    },
    summary: (session, frame) => summaries.add(session, frame),
    seen: () => seen,
  });

  const heartbeat = setInterval(() => {
    if (monotonic() - heardAt > DEAD_AFTER_MS) socket.terminate();
    else socket.ping();
  }, PING_EVERY_MS).unref();

  function mayPass({ length }: Buffer): boolean {
    const now = monotonic();
    allowance = Math.min(BURST, allowance + ((now - allowedAt) / 1000) * PER_SECOND);
    allowedAt = now;
    if (allowance < 1) return false;
    allowance -= 1 + Math.floor(length / BYTES_PER_FRAME);
    return true;
  }

  async function subscribe(session: string, after: number | undefined): Promise<number> {
    if (subscriptions.size >= MAX_SUBSCRIPTIONS && !subscriptions.has(session))
      throw new AppError('too-many', `One connection watches at most ${MAX_SUBSCRIPTIONS} sessions.`);
    unsubscribe(session);
    // Set before anything is awaited, so that an `unsubscribe` that arrives meanwhile finds it.
    const subscription = new Subscription(outbound);
    subscriptions.set(session, subscription);
    try {
      const live = await sessions.get({ person, session });
      return await subscription.begin(live, after);
    } catch (error) {
      if (subscriptions.get(session) === subscription) subscriptions.delete(session);
      throw error;
    }
  }

  function unsubscribe(session: string): void {
    subscriptions.get(session)?.end();
    subscriptions.delete(session);
  }

  /** The heads of the sessions that the page follows, except subscriptions that wait for room. */
  function heads(): Promise<Record<string, number>> {
    const current = [...subscriptions].filter(([, subscription]) => subscription.isCurrent);
    return sessions.heads(
      person,
      current.map(([session]) => session),
    );
  }

  async function answer(message: UpMessage): Promise<void> {
    switch (message.type) {
      case 'ping':
        seen = message.sees ?? null;
        return send({ type: 'pong', id: message.id, heads: await heads() });
      case 'subscribe': {
        const seq = await subscribe(message.session, message.after);
        return send({ type: 'accepted', id: message.id, session: message.session, seq });
      }
      case 'unsubscribe':
        unsubscribe(message.session);
        return send({ type: 'accepted', id: message.id, session: message.session, seq: 0 });
      default: {
        const live = await sessions.get({ person, session: message.session });
        return send(await live.execute(message, signIn));
      }
    }
  }

  function fail(error: unknown, about: { id?: string; session?: string }): void {
    if (!(error instanceof AppError)) log.error('A message could not be answered', error);
    const known =
      error instanceof AppError ? error : new AppError('internal', 'Something went wrong in Warren. It is in the log.');
    send(toErrorMessage(known, about));
  }

  socket.on('message', (data, isBinary) => {
    heardAt = monotonic();
    // Checked before parsing, so that hostile frames count too.
    if (!mayPass(data)) return fail(TOO_MANY, findAbout(data));
    const read = readUpMessage(data, isBinary, dependencies.upMessage);
    if (!read.ok) return fail(read.error, read.about);
    const { message } = read;
    void inLogContext({ command: message.id }, () => answer(message).catch((error: unknown) => fail(error, message)));
  });
  socket.on('pong', () => {
    heardAt = monotonic();
  });
  socket.on('close', () => {
    isOpen = false;
    clearInterval(heartbeat);
    leave();
    summaries.close();
    outbound.close();
    for (const subscription of subscriptions.values()) subscription.end();
    subscriptions.clear();
  });
  send({ type: 'hello', protocolVersion: PROTOCOL_VERSION, person, lineage });
}
