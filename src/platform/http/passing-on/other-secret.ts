import { json } from 'node:stream/consumers';

import type { OtherServer } from '#database/server/served-people.ts';
import { AppError } from '#wire/error-kind.ts';

import { HOP_HEADER, type Hops } from './hops.ts';

/** A suspended server must not prevent another one from starting. */
const ASK_WITHIN_MS = 5_000;
const ASKED = { method: 'GET', url: '/healthz' };

/**
 * Throws an AppError if one of these servers has another cluster secret, because each would refuse what the other
 * passes on. Unreachable servers are ignored.
 */
export async function refuseOtherSecret(hops: Hops, servers: readonly OtherServer[]): Promise<void> {
  const refused = await Promise.all(servers.map((server) => refuses(server, hops).catch(() => false)));
  const other = servers.find((_, index) => refused[index]);
  if (other)
    throw new AppError(
      'refused',
      `The server ${other.name} serves this database with another WARREN_CLUSTER_SECRET. Set the same one on all servers, or stop the others first.`,
      { field: 'WARREN_CLUSTER_SECRET', reason: 'other-secret' },
    );
}

async function refuses({ id, internalAddress }: OtherServer, hops: Hops): Promise<boolean> {
  if (internalAddress === null) return false;
  const proof = hops.sign(id, ASKED, { address: '127.0.0.1', purpose: 'served' });
  const answer = await new Promise<object>((resolve, reject) => {
    const headers = { [HOP_HEADER]: proof };
    const signal = AbortSignal.timeout(ASK_WITHIN_MS);
    process
      .getBuiltinModule('node:http')
      .get(internalAddress + ASKED.url, { headers, signal, agent: false }, (response) => {
        json(response).then((said) => resolve(said as object), reject);
      })
      .on('error', reject);
  });
  return 'kind' in answer && answer.kind === 'wrong-origin';
}
