import type { Kysely, Transaction } from 'kysely';

import { isAsLeft, putBack } from '#undo/server/put-back.ts';
import type { UndoHandlers } from '#undo/server/undo-log.ts';

import { dueDay } from '../domain/due-time.ts';
import { type NotificationChoices, notificationChoices } from '../protocol.ts';
import type { NotificationDependencies } from './dependencies.ts';
import type { UsedTables } from './tables.ts';

const EIGHT = 8 * 60;
const NOTHING: NotificationChoices = { kinds: [], withWords: false, dueAt: EIGHT, daysOff: [] };
const CHANGED = 'notifications-changed';
interface ChoicesChanged {
  readonly from: NotificationChoices;
  readonly to: NotificationChoices;
}

export async function readChoices(db: Kysely<UsedTables>, person: string): Promise<NotificationChoices> {
  const row = await db
    .selectFrom('notification_choices')
    .select('choices')
    .where('person_id', '=', person)
    .executeTakeFirst();
  return row ? notificationChoices.parse(JSON.parse(row.choices)) : NOTHING;
}

export async function changeChoices(
  { database, undo, now, preferencesOf }: Pick<NotificationDependencies, 'database' | 'undo' | 'now' | 'preferencesOf'>,
  { person, to }: { readonly person: string; readonly to: NotificationChoices },
): Promise<void> {
  await database.write(async (trx) => {
    const from = await readChoices(trx, person);
    if (isAsLeft(from, to)) return;
    const { timeZone } = await preferencesOf(trx, person);
    // If today's time has passed, the first reminder is tomorrow.
    await writeChoices(trx, { person, choices: to, now: now(), toldOn: dueDay(to, now(), timeZone) });
    const reversal: ChoicesChanged = { from, to };
    await undo.record(trx, { person, kind: CHANGED, label: 'Changed what notifies you', reversal });
  });
}

export const choicesUndoHandlers: UndoHandlers = {
  [CHANGED]: putBack<ChoicesChanged, UsedTables>({
    read: (trx, { person }) => readChoices(trx, person),
    write: (trx, { person, reversal, now }) => writeChoices(trx, { person, choices: reversal.from, now, toldOn: null }),
    changed: 'This has been changed again since. Change it in Settings, under Notifications.',
  }),
};

interface Written {
  readonly person: string;
  readonly choices: NotificationChoices;
  readonly now: number;
  /** Null leaves the day unchanged. */
  readonly toldOn: string | null;
}

async function writeChoices(trx: Transaction<UsedTables>, { person, choices, now, toldOn }: Written): Promise<void> {
  const written = {
    choices: JSON.stringify(choices),
    updated_at: now,
    ...(toldOn !== null && { due_told_on: toldOn }),
  };
  await trx
    .insertInto('notification_choices')
    .values({ person_id: person, due_told_on: null, ...written })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(written))
    .execute();
}
