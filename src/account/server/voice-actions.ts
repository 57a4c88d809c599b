import type { Transaction } from 'kysely';

import { putBack } from '#undo/server/put-back.ts';
import type { UndoHandlers, UndoLog } from '#undo/server/undo-log.ts';
import { AppError } from '#wire/error-kind.ts';

import type { VoiceTables } from './tables.ts';
import { COMPANY, PERSONAL, readRules } from './voices.ts';

const RULES_CHANGED = 'voice-rules-changed';
interface RulesChanged {
  readonly voice: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

interface Change {
  readonly person: string;
  /** `personal`, `company`, or `platform:` and its name. */
  readonly voice: string;
  readonly rules: readonly string[];
  readonly now: number;
}

/** Replaces the rules of a voice. Only the first person can change the rules for everyone. */
export async function changeRules(undo: UndoLog, trx: Transaction<VoiceTables>, change: Change): Promise<void> {
  const { person, voice, rules } = change;
  if (voice !== PERSONAL) {
    const first = await firstPerson(trx);
    if (first.id !== person)
      throw new AppError('refused', `Only ${first.name} edits the rules that are common to all.`, {
        reason: 'not-yours',
      });
  }
  const from = await readRules(trx, person, voice);
  if (JSON.stringify(from) === JSON.stringify(rules)) return;
  await writeRules(trx, change);
  const reversal: RulesChanged = { voice, from, to: rules };
  await undo.record(trx, { person, kind: RULES_CHANGED, label: labelOf(voice), reversal });
}

function labelOf(voice: string): string {
  if (voice === PERSONAL) return 'Changed your voice';
  return voice === COMPANY ? 'Changed the rules for everyone' : 'Changed the rules of a platform';
}

async function firstPerson(trx: Pick<Transaction<VoiceTables>, 'selectFrom'>) {
  return await trx
    .selectFrom('people')
    .select(['id', 'name'])
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirstOrThrow();
}

async function writeRules(trx: Transaction<VoiceTables>, { person, voice, rules, now }: Change): Promise<void> {
  const columns = { rules: JSON.stringify(rules), updated_at: now };
  await trx
    .insertInto('voice_rules')
    .values({ person_id: person, voice, ...columns })
    .onConflict((conflict) => conflict.columns(['person_id', 'voice']).doUpdateSet(columns))
    .execute();
}

export const voiceUndoHandlers: UndoHandlers = {
  [RULES_CHANGED]: putBack<RulesChanged, VoiceTables>({
    read: (trx, { person, reversal: { voice } }) => readRules(trx, person, voice),
    write: (trx, { person, reversal: { voice, from }, now }) => writeRules(trx, { person, voice, rules: from, now }),
    changed: 'These rules have been changed again since. Change them in Settings, under Writing voice.',
  }),
};
