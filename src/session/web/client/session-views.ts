import type { SessionState } from '../../protocol.ts';
import type { SessionView } from './live-client.ts';
import { emptyReplica } from './replica.ts';

const emptyView: SessionView = { ...emptyReplica, isCurrent: false, pending: [], problem: null };

/** The view of each session: a new object with every change, which is reported to listeners. */
export class SessionViews {
  readonly #views = new Map<string, SessionView>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #keep: (state: SessionState) => void;

  /** `keep` gets each state that came from the server. */
  constructor(keep: (state: SessionState) => void) {
    this.#keep = keep;
  }

  get(session: string): SessionView {
    return this.#views.get(session) ?? emptyView;
  }

  update(session: string, change: Partial<SessionView>): void {
    const before = this.get(session);
    const view = { ...before, ...change };
    this.#views.set(session, view);
    if (view.state && view.state !== before.state && view.seenAt === undefined) this.#keep(view.state);
    this.#notify(session);
  }

  /** Drops the data from the server, of one session or of all. Unsent messages stay. */
  forget(session?: string): void {
    for (const id of session === undefined ? this.#views.keys() : [session])
      this.#views.set(id, { ...emptyView, pending: this.get(id).pending });
  }

  listen(session: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(session) ?? new Set();
    this.#listeners.set(session, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  #notify(session: string): void {
    for (const listener of this.#listeners.get(session) ?? []) listener();
  }
}
