import { createHash } from 'node:crypto';

import type { ProviderAccess } from '#language-model/server/language-model.ts';

/** Which endpoint, asked with whose key, and for which model: what one person's server says is true of no other. */
export function endpointKey(access: ProviderAccess, model = ''): string {
  const { baseUrl, key } = access;
  const name =
    names.get(access) ??
    createHash('sha256')
      .update(JSON.stringify([baseUrl, key]))
      .digest('base64');
  names.set(access, name);
  return `${name} ${model}`;
}

/** The same object serves many calls, each of which somebody waits for. */
const names = new WeakMap<ProviderAccess, string>();

/** More are not asked at the same time. */
const MOST = 500;

/** What was found out about endpoints, by name: the ones used last. */
export interface EndpointCache<Thing> {
  find(name: string): Thing | undefined;
  keep(name: string, thing: Thing): Thing;
}

export function createEndpointCache<Thing>(): EndpointCache<Thing> {
  const held = new Map<string, Thing>();
  return {
    find: (name) => held.get(name),
    keep(name, thing) {
      held.delete(name);
      held.set(name, thing);
      const [oldest] = held.keys();
      if (held.size > MOST && oldest !== undefined) held.delete(oldest);
      return thing;
    },
  };
}
