import { thresholdOf } from '../../domain/calibration.ts';
import { costOf } from '../../domain/cost.ts';
import type { RoleTryResult } from '../../protocol.ts';
import type { RoleAssignment } from '../keys/role-assignment.ts';
import type { RoleEmbedder } from '../role-embedder.ts';
import { calibrateEmbedder } from './calibrate-embedder.ts';

/** Embeds a few texts. Throws a ModelFailure. */
export async function tryEmbedder(
  embedder: RoleEmbedder,
  { choice, connection }: RoleAssignment,
): Promise<Omit<RoleTryResult, 'milliseconds'>> {
  const { vectors, usage } = await calibrateEmbedder(embedder);
  const dimension = vectors[0]?.length.toLocaleString('en');
  const threshold = embedder.facts?.threshold ?? thresholdOf(vectors);
  return {
    ok: true,
    message: `It turns a text into ${dimension} numbers. A passage counts as found by meaning from a similarity of ${threshold} on.`,
    remedy: null,
    costMicros: connection && costOf(usage, { provider: connection.provider, id: choice.model }),
  };
}
