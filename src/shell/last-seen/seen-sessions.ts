import type { SessionState } from '#session/protocol.ts';
import type { SeenSessions } from '#session/web/client/seen-sessions.ts';
import type { WebMode } from '#session/web/mode-screen.ts';

import type { SeenStore } from './seen-store.ts';

/** A session changes with every event: it is stored at most once in this time. */
const STORE_EVERY_MS = 1_000;

/** Stores the part of each session that all modes allow. */
export function seenSessions(store: SeenStore, modes: Readonly<Record<string, WebMode>>): SeenSessions {
  const changed = new Map<string, SessionState>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const filters = Object.values(modes).flatMap(({ seenSession }) => seenSession ?? []);
  const storeChanged = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const [session, state] of changed) {
      const kept = filters.reduce((rest, filter) => filter(rest), state);
      void store.keep(keyOf(session), kept, Date.now());
    }
    changed.clear();
  };
  document.addEventListener('visibilitychange', storeChanged);
  return {
    keep(state) {
      changed.set(state.session, state);
      timer ??= setTimeout(storeChanged, STORE_EVERY_MS);
    },
    async read(session) {
      const seen = await store.read<SessionState>(keyOf(session));
      return seen && { state: seen.value, at: seen.at };
    },
  };
}

const keyOf = (session: string) => `session ${session}`;
