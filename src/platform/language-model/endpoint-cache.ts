import { createHash } from 'node:crypto';

import { keepLatest } from '#kernel/keep-latest.ts';
import type { ProviderAccess } from '#language-model/server/language-model.ts';

/** The cache key of an endpoint and model. Includes the API key, so that people share nothing. */
export function endpointKey(access: ProviderAccess, model = ''): string {
  const { baseUrl, key } = access;
  return createHash('sha256')
    .update(JSON.stringify([baseUrl, key, access.fetch !== undefined, model]))
    .digest('base64');
}

/** More than the number of endpoints in use at the same time. */
const MAX_ENTRIES = 500;

/** Facts learned about endpoints, by key. Holds the most recently set ones. */
export interface EndpointCache<Thing> {
  find(name: string): Thing | undefined;
  set(name: string, thing: Thing): Thing;
}

export function createEndpointCache<Thing>(): EndpointCache<Thing> {
  const held = new Map<string, Thing>();
  return {
    find: (name) => held.get(name),
    set: (name, thing) => keepLatest(held, [name, thing], MAX_ENTRIES),
  };
}
