import type { OpenStore } from '#platform/database/open-store.ts';

import { openWorld } from '../../fixtures/spine/world.ts';

/** Begins a session for each of these people, each on a new set. */
export async function beginSessions(store: OpenStore, people: readonly string[]): Promise<string[]> {
  const world = await openWorld(store);
  const running = world.start();
  const sessions: string[] = [];
  for (const person of people) sessions.push(await world.begin(running, person));
  await running.sessions.close();
  return sessions;
}
