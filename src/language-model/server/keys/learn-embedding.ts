import { AppError } from '#wire/error-kind.ts';

import { thresholdOf } from '../../domain/calibration.ts';
import type { RoleChoice } from '../../protocol.ts';
import { calibrateEmbedder } from '../calls/calibrate-embedder.ts';
import type { RunningRoleModels } from '../create-role-models.ts';

/**
 * The choice of an embedder with what has to be known of its model. An unknown model is asked once for its dimension and
 * threshold. Throws if it cannot be asked, since nothing could be searched with it.
 */
export async function learnEmbedding(
  { roleModels }: { readonly roleModels: RunningRoleModels },
  person: string,
  choice: RoleChoice,
): Promise<RoleChoice> {
  requireEmbeddings(choice);
  if (choice.provider === null) return choice;
  const assignment = (await roleModels.assignmentsOf(person)).assignmentFor('embedder', choice);
  const embedder = roleModels.embedderFor(person, assignment);
  if (embedder?.facts) return choice;
  if (!embedder) {
    const why = assignment.notice ?? 'Its provider cannot be called.';
    throw new AppError('refused', `Warren has to ask this model first, because it does not know it. ${why}`, {
      reason: 'unknown-embedding',
    });
  }
  const { vectors } = await calibrateEmbedder(embedder);
  return { ...choice, embedding: { dimension: vectors[0]?.length ?? 0, threshold: thresholdOf(vectors) } };
}

/** Throws if the provider of a choice has no embedding models. */
export function requireEmbeddings({ provider }: RoleChoice): void {
  if (provider === 'anthropic')
    throw new AppError('malformed', 'Anthropic has no embedding models. Choose another provider.', {
      field: 'provider',
    });
}
