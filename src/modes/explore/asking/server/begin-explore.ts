import type { Kysely } from 'kysely';

import type { EventBody } from '#session/domain/event.ts';
import type { BeginRequest } from '#session/server/mode-server.ts';
import { AppError } from '#wire/error-kind.ts';

import { beginExplore as beginOptions, MAX_PINS } from '../../protocol.ts';
import { tooManyPins } from '../domain/explore-mode.ts';
import type { ExploreDependencies } from './dependencies.ts';

/** The title of a session that has not been named yet. */
const UNTITLED = 'New exploration';

export function requireFewPins(pins: readonly string[]): void {
  if (pins.length <= MAX_PINS) return;
  const { message, reason } = tooManyPins(pins.length);
  throw new AppError('refused', message, { reason, field: 'manualSourceIds' });
}

/** The first event of a session: from a bucket, from pinned sources, or free. */
export async function beginExplore(
  { strategistOf, voicesOf }: Pick<ExploreDependencies, 'strategistOf' | 'voicesOf'>,
  // oxlint-disable-next-line typescript/no-explicit-any -- the tables are other slices' own
  trx: Kysely<any>,
  { person, options: given }: BeginRequest,
): Promise<EventBody> {
  const options = beginOptions.safeParse(given);
  if (!options.success) {
    const [issue] = options.error.issues;
    const field = issue?.path.join('.') ?? 'mode';
    throw new AppError('malformed', `${field}: ${issue?.message ?? 'is not valid'}.`, { field });
  }
  const { bucketId = null, includeAllBuckets = true, manualSourceIds = [], excludedSourceIds = [] } = options.data;
  const pins = [...new Set(manualSourceIds)];
  requireFewPins(pins);
  const { voice = { personId: person } } = options.data;
  if (voice.personId !== null && (await voicesOf(trx, { person, personId: voice.personId })).personName === null)
    throw new AppError('malformed', 'There is nobody with this voice. Choose a person, or the company alone.', {
      field: 'voice',
    });
  const { name } = await strategistOf(trx, person);
  return {
    type: 'session_started',
    mode: 'explore',
    title: UNTITLED,
    agent: name,
    bucketId,
    includeAllBuckets,
    manualSourceIds: pins,
    excludedSourceIds: [...new Set(excludedSourceIds)],
    voice,
    // Explore hides nothing, but an inner mode does: it recognizes the server's log by this field.
    hidden: {},
  };
}
