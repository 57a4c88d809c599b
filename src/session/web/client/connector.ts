import { DEAD_AFTER_MS, PING_EVERY_MS } from '#wire/limits.ts';
import { PROTOCOL_VERSION } from '#wire/protocol-version.ts';

import type { DownMessage } from '../../protocol.ts';
import type { Link, OpenLink } from './link.ts';
import type { ConnectionStatus } from './live-client.ts';

const FIRST_MS = 500;
const MAX_DELAY_MS = 15_000;
/**
 * Other servers take over the people of a dead server after 10 s. With this delay a page finds the new server within 12
 * s.
 */
const MAX_EARLY_DELAY_MS = 2_000;
const EARLY_TRIES = 10;
/** Maximum random delay, so that pages that are moved together do not connect at the same moment. */
const MAX_MOVE_DELAY_MS = 50;

export interface ConnectorDependencies {
  /** The person of this page. Omitted: the person who is signed in. */
  readonly person?: string;
  readonly openLink: OpenLink;
  /** Whether the person is still signed in. Called when a connection is refused. */
  readonly isSignedIn: () => Promise<boolean>;
  readonly now: () => number;
  readonly random: () => number;
  readonly newId: () => string;
  /** Calls back after a delay; returns a function that cancels it. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
}

export interface ConnectorEvents {
  readonly onStatus: () => void;
  /** The server said hello: sessions can be updated now. `isSameData` is false after a restore. */
  readonly onLive: (isSameData: boolean) => void;
  readonly onMessage: (message: DownMessage) => void;
}

/** Keeps one link to the server open: opens it again when it breaks, and drops a silent one. */
export class Connector {
  readonly #dependencies: ConnectorDependencies;
  readonly #events: ConnectorEvents;
  #status: ConnectionStatus = 'connecting';
  #link: Link | null = null;
  #failures = 0;
  #nextTryAt: number | null = null;
  #cancelTry: () => void = () => undefined;
  #cancelPing: () => void = () => undefined;
  #seen: string | null = null;
  #heardAt = 0;
  #lineage: string | null = null;
  #isClosed = false;

  constructor(dependencies: ConnectorDependencies, events: ConnectorEvents) {
    this.#dependencies = dependencies;
    this.#events = events;
  }

  get status(): ConnectionStatus {
    return this.#status;
  }

  get nextTryAt(): number | null {
    return this.#nextTryAt;
  }

  connect(): void {
    if (this.#link || this.#isClosed || this.#status === 'outdated') return;
    this.#cancelTry();
    this.#nextTryAt = null;
    this.#heardAt = this.#dependencies.now();
    const link = this.#dependencies.openLink({
      onFrame: (frame) => {
        if (this.#link === link) this.#receive(frame);
      },
      onClose: (hasMoved = false) => {
        if (this.#link === link) this.#lose(hasMoved);
      },
    });
    this.#link = link;
    this.#schedulePing();
  }

  send(message: object): void {
    if (this.#status === 'live') this.#link?.send(JSON.stringify(message));
  }

  /** Reports which session is visible on the page, if any. */
  see(session: string | null): void {
    if (session === this.#seen) return;
    this.#seen = session;
    this.#ping();
  }

  #ping(): void {
    this.send({ type: 'ping', id: this.#dependencies.newId(), ...(this.#seen !== null && { sees: this.#seen }) });
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelTry();
    this.#cancelPing();
    const link = this.#link;
    this.#link = null;
    link?.close();
  }

  #receive(frame: string): void {
    this.#heardAt = this.#dependencies.now();
    const message = JSON.parse(frame) as DownMessage;
    if (message.type !== 'hello') return this.#events.onMessage(message);
    if (message.protocolVersion !== PROTOCOL_VERSION) {
      this.#setStatus('outdated');
      this.close();
      return;
    }
    const { person = message.person } = this.#dependencies;
    if (message.person !== person) {
      // Another person has signed in meanwhile: nothing may be sent in their name.
      this.#setStatus('signed-out');
      this.close();
      return;
    }
    const isSameData = this.#lineage === null || this.#lineage === message.lineage;
    this.#lineage = message.lineage;
    this.#failures = 0;
    this.#setStatus('live');
    if (this.#seen !== null) this.#ping();
    this.#events.onLive(isSameData);
  }

  #lose(hasMoved = false): void {
    this.#link = null;
    this.#cancelPing();
    if (this.#isClosed) return;
    const wasLive = this.#status === 'live';
    if (wasLive && hasMoved) {
      this.#setStatus('connecting');
      // If this attempt fails too, the connection is lost.
      this.#cancelTry = this.#dependencies.after(this.#dependencies.random() * MAX_MOVE_DELAY_MS, () => this.connect());
      return;
    }
    const delay = reconnectDelay(this.#failures, this.#dependencies.random());
    this.#failures += 1;
    this.#nextTryAt = this.#dependencies.now() + delay;
    this.#cancelTry = this.#dependencies.after(delay, () => this.connect());
    this.#setStatus('lost');
    if (!wasLive) void this.#checkSignIn();
  }

  async #checkSignIn(): Promise<void> {
    const isSignedIn = await this.#dependencies.isSignedIn().catch(() => true);
    if (isSignedIn || this.#isClosed || this.#status !== 'lost') return;
    this.#cancelTry();
    this.#nextTryAt = null;
    this.#setStatus('signed-out');
  }

  #schedulePing(): void {
    this.#cancelPing();
    this.#cancelPing = this.#dependencies.after(PING_EVERY_MS, () => {
      if (this.#dependencies.now() - this.#heardAt > DEAD_AFTER_MS - PING_EVERY_MS) {
        // The link may never report its end: drop it here, and ignore its later reports.
        const link = this.#link;
        this.#lose();
        link?.close();
        return;
      }
      this.#ping();
      this.#schedulePing();
    });
  }

  #setStatus(status: ConnectionStatus): void {
    this.#status = status;
    this.#events.onStatus();
  }
}

/**
 * The delay before the next try: doubled with each failure up to 2 s, and after some tries up to 15 s. A random share
 * keeps pages from trying at the same time.
 */
function reconnectDelay(failures: number, random: number): number {
  const max = failures < EARLY_TRIES ? MAX_EARLY_DELAY_MS : MAX_DELAY_MS;
  const longest = Math.min(max, FIRST_MS * 2 ** Math.min(failures, 10));
  return Math.round(longest / 2 + (random * longest) / 2);
}
