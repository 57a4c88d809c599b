import { api } from '#http-client/web/api.ts';
import { createFold } from '#session/domain/fold.ts';
import { createLiveClient } from '#session/web/client/create-live-client.ts';
import { openIndexedDbOutbox } from '#session/web/client/indexed-db-outbox.ts';
import { openWebSocketLink } from '#session/web/client/link.ts';
import type { LiveClient } from '#session/web/client/live-client.ts';
import type { OlderPage } from '#session/web/client/replica.ts';
import type { PageComposition } from '#session/web/contribution/page-composition.ts';
import { newId } from '#session/web/new-id.ts';

/** Opens the live connection of one person with the clock, storage and sockets of the browser. */
export function openLiveClient(person: string, modes: PageComposition['modes']): LiveClient {
  const domains = Object.fromEntries(Object.entries(modes).map(([id, { domain }]) => [id, domain]));
  return createLiveClient({
    fold: createFold(domains),
    outbox: openIndexedDbOutbox(person),
    openLink: openWebSocketLink,
    readOlder: (session, before) => api<OlderPage>('GET', `/api/sessions/${session}/events?before=${before}`),
    isSignedIn: async () => (await fetch('/api/me')).status !== 401,
    now: () => Date.now(),
    random: () => Math.random(),
    newId,
    after(delayMs, callback) {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
  });
}
