import { createContext, useContext } from 'react';

import { assert } from '#kernel/assert.ts';

import type { LiveClient } from './client/live-client.ts';

/** The connection of the page, from sign-in to sign-out. */
export const LiveClientContext = createContext<LiveClient | null>(null);

export function useLiveClient(): LiveClient {
  const client = useContext(LiveClientContext);
  assert(client, 'only signed-in pages are live');
  return client;
}
