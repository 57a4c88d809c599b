import type { LocalServer, LocalServerId } from '#language-model/protocol.ts';
import type { LocalServers } from '#language-model/server/dependencies.ts';

import { localServerKinds } from './server-answers.ts';

/** A server on this machine lists its models in a few milliseconds, but the machine may be busy. */
const WITHIN_MS = 5_000;

/** Longer than a list of a thousand models. */
const MAX_BYTES = 2_000_000;

/** Searches for model servers at these ports of 127.0.0.1. Port 0 is skipped. */
export function createLocalServers(
  ports: Readonly<Record<LocalServerId, number>>,
  { withinMs = WITHIN_MS }: { readonly withinMs?: number } = {},
): LocalServers {
  async function look(id: LocalServerId): Promise<LocalServer | null> {
    const { name, paths, read } = localServerKinds[id];
    const origin = `http://127.0.0.1:${ports[id]}`;
    if (ports[id] === 0) return null;
    const models = read(await Promise.all(paths.map((path) => answerAt(`${origin}${path}`, withinMs))));
    return models && models.length > 0 ? { id, name, baseUrl: `${origin}/v1`, models: [...models] } : null;
  }
  return {
    async find() {
      const found = await Promise.all((Object.keys(localServerKinds) as LocalServerId[]).map(look));
      return found.filter((server) => server !== null);
    },
  };
}

/** The JSON at an address; undefined if there is no answer in time, or it is not JSON. */
async function answerAt(address: string, withinMs: number): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(withinMs);
    const response = await fetch(address, { signal, redirect: 'error', headers: { accept: 'application/json' } });
    if (!response.ok) {
      await response.body?.cancel();
      return undefined;
    }
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const bytes of response.body ?? []) {
      if ((length += bytes.length) > MAX_BYTES) return undefined;
      pieces.push(bytes);
    }
    return JSON.parse(Buffer.concat(pieces).toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
