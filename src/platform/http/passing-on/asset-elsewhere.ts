import type { FastifyReply, FastifyRequest } from 'fastify';

import type { OtherServer } from '#database/server/served-people.ts';

import type { ClientAddress } from '../client-address.ts';
import { HOP_HEADER, type Hops } from './hops.ts';

const WITHIN_MS = 3_000;

interface AssetDeps {
  readonly hops: Hops;
  readonly addressOf: ClientAddress;
  /** The other living servers. */
  readonly otherServers: () => Promise<readonly OtherServer[]>;
}

/**
 * Answers with an asset of another version of the page, from a server of that version: during an upgrade any server may
 * get the request. Returns false if the path is not an asset, or no server has it.
 */
export async function sendAssetFromElsewhere(
  { hops, addressOf, otherServers }: AssetDeps,
  { raw, url }: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const isPassedOn = hops.addressOf(raw) !== undefined;
  if (isPassedOn || raw.method !== 'GET' || !/^\/assets\/[\w.-]+$/u.test(url)) return false;
  for (const { id, internalAddress } of await otherServers()) {
    const signed = hops.sign(id, { method: 'GET', url }, { address: addressOf(raw), purpose: 'served' });
    const answer = await fetch(`${internalAddress}${url}`, {
      headers: { [HOP_HEADER]: signed },
      signal: AbortSignal.timeout(WITHIN_MS),
    }).catch(() => null);
    if (!answer?.ok) continue;
    const bytes = Buffer.from(await answer.arrayBuffer());
    for (const name of ['content-type', 'cache-control']) void reply.header(name, answer.headers.get(name) ?? '');
    await reply.send(bytes);
    return true;
  }
  return false;
}
