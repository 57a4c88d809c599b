import type { Kysely, Transaction } from 'kysely';

import { changedSince, putBack } from '#undo/server/put-back.ts';
import type { UndoHandlers } from '#undo/server/undo-log.ts';
import { AppError } from '#wire/error-kind.ts';

import type { DeviceChoices, NotifiedDevice, PushSubscriptionGiven } from '../protocol.ts';
import { readChoices } from './choices.ts';
import type { NotificationDependencies } from './dependencies.ts';
import type { UsedTables } from './tables.ts';

const MAX_DEVICES = 20;
const CHANGED = 'device-words-changed';
interface WordsChanged {
  readonly device: string;
  readonly from: DeviceChoices;
  readonly to: DeviceChoices;
}

export interface PushDevice {
  readonly id: string;
  readonly endpoint: string;
  readonly public_key: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Devices of a person with a valid sign-in. */
export function validDevices(
  db: Kysely<UsedTables>,
  { person, now }: { readonly person: string; readonly now: number },
) {
  return db
    .selectFrom('push_devices')
    .innerJoin('sign_ins', 'sign_ins.id_hash', 'push_devices.sign_in_hash')
    .innerJoin('people', 'people.id', 'push_devices.person_id')
    .where('push_devices.person_id', '=', person)
    .where('sign_ins.person_id', '=', person)
    .where('expires_at', '>', now)
    .where('removing_at', 'is', null);
}

export async function listDevices(
  db: Kysely<UsedTables>,
  of: { readonly person: string; readonly own: string | undefined; readonly now: number },
): Promise<NotifiedDevice[]> {
  const rows = await validDevices(db, of)
    .select(['push_devices.id', 'device as name', 'last_seen_at as lastSeenAt', 'sign_in_hash', 'with_words'])
    .orderBy('push_devices.created_at')
    .orderBy('push_devices.id')
    .execute();
  const { withWords: byPerson } = await readChoices(db, of.person);
  return rows.map(({ sign_in_hash: signIn, with_words: withWords, ...row }) => ({
    ...row,
    withWords: withWords === null ? byPerson : withWords === 1,
    isOwn: signIn === of.own,
  }));
}

/** False if the person has no such device. */
export async function changeDevice(
  { database, undo }: Pick<NotificationDependencies, 'database' | 'undo'>,
  of: { readonly person: string; readonly device: string; readonly to: DeviceChoices },
): Promise<boolean> {
  const { person, device, to } = of;
  return database.write(async (trx) => {
    const from = await readDevice(trx, { person, device });
    if (!from || from.withWords === to.withWords) return from !== null;
    await writeDevice(trx, { person, device, choices: to });
    const label = to.withWords ? 'Let a device quote sessions' : 'Let a device quote nothing';
    const reversal: WordsChanged = { device, from, to };
    await undo.record(trx, { person, kind: CHANGED, label, reversal });
    return true;
  });
}

export const devicesUndoHandlers: UndoHandlers = {
  [CHANGED]: putBack<WordsChanged, UsedTables>({
    async read(trx, { person, reversal: { device } }) {
      const found = await readDevice(trx, { person, device });
      if (!found) throw changedSince('This device gets no notifications any more.');
      return found;
    },
    write: (trx, { person, reversal: { device, from } }) => writeDevice(trx, { person, device, choices: from }),
    changed: 'This has been changed again since. Change it in Settings, under Notifications.',
  }),
};

interface OwnDevice {
  readonly person: string;
  readonly device: string;
}

async function readDevice(trx: Transaction<UsedTables>, { person, device }: OwnDevice): Promise<DeviceChoices | null> {
  const found = await trx
    .selectFrom('push_devices')
    .select('with_words')
    .where('id', '=', device)
    .where('person_id', '=', person)
    .executeTakeFirst();
  if (!found) return null;
  if (found.with_words !== null) return { withWords: found.with_words === 1 };
  return { withWords: (await readChoices(trx, person)).withWords };
}

async function writeDevice(
  trx: Transaction<UsedTables>,
  { person, device, choices }: OwnDevice & { readonly choices: DeviceChoices },
): Promise<void> {
  await trx
    .updateTable('push_devices')
    .set({ with_words: Number(choices.withWords) })
    .where('id', '=', device)
    .where('person_id', '=', person)
    .execute();
}

/**
 * Registers the browser of a sign-in for notifications, replacing its earlier registration. Notices quote the session
 * only if they did before.
 */
export async function addDevice(
  { database, newId, now }: Pick<NotificationDependencies, 'database' | 'newId' | 'now'>,
  of: {
    readonly person: string;
    readonly signIn: string;
    readonly publicKey: string;
    readonly given: PushSubscriptionGiven;
  },
): Promise<void> {
  const { person, signIn, publicKey, given } = of;
  const { endpoint, keys } = given;
  await database.write(async (trx) => {
    const earlier = await trx
      .selectFrom('push_devices')
      .select('with_words')
      .where('person_id', '=', person)
      .where('sign_in_hash', '=', signIn)
      .executeTakeFirst();
    const own = trx.deleteFrom('push_devices').where('person_id', '=', person);
    await own.where((or) => or.or([or('sign_in_hash', '=', signIn), or('endpoint', '=', endpoint)])).execute();
    const others = await trx.selectFrom('push_devices').select('id').where('person_id', '=', person).execute();
    if (others.length >= MAX_DEVICES)
      throw new AppError('refused', `At most ${MAX_DEVICES} devices get notifications. Turn another one off first.`, {
        reason: 'too-many-devices',
      });
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('push_devices')
      .values({
        id: newId(),
        person_id: person,
        sign_in_hash: signIn,
        endpoint,
        public_key: publicKey,
        ...keys,
        created_at: now(),
        with_words: earlier ? earlier.with_words : 0,
      })
      .onConflict((conflict) => conflict.column('endpoint').doNothing())
      .executeTakeFirst();
    // Another person's browser has this address too. The browser can get a new one.
    if (Number(numInsertedOrUpdatedRows) === 0)
      throw new AppError('refused', 'This browser gets the notifications of somebody else. Try again.', {
        reason: 'endpoint-taken',
      });
  });
}

/** False if the person has no such device. */
export async function removeDevice(
  { database }: Pick<NotificationDependencies, 'database'>,
  { person, device }: { readonly person: string; readonly device: string },
): Promise<boolean> {
  const { numDeletedRows } = await database.write((trx) =>
    trx.deleteFrom('push_devices').where('id', '=', device).where('person_id', '=', person).executeTakeFirst(),
  );
  return Number(numDeletedRows) > 0;
}
