import type { Kysely } from 'kysely';

import type { PlatformId } from '../protocol.ts';
import type { VoiceTables } from './tables.ts';

/** The rules of a voice, one sentence each. */
interface VoiceRulesOf {
  readonly userName: string;
  /** The name of the person whose rules they are; null if the company speaks alone, or that person is gone. */
  readonly personName: string | null;
  readonly personal: readonly string[];
  readonly company: readonly string[];
  readonly platform: readonly string[];
}

/** `personId`: the person whose voice was chosen; null for the company alone. `platform`: the platform of a text. */
export type VoicesOf = (
  // oxlint-disable-next-line typescript/no-explicit-any -- read inside any slice's transaction
  db: Kysely<any>,
  chosen: { readonly person: string; readonly personId: string | null; readonly platform?: PlatformId },
) => Promise<VoiceRulesOf>;

export const PERSONAL = 'personal';
export const COMPANY = 'company';
/** Prefix before the name of a platform. */
export const PLATFORM = 'platform:';

export const readVoices: VoicesOf = async (anyDb, { person, personId, platform }) => {
  const db = anyDb as Kysely<VoiceTables>;
  const people = await db.selectFrom('people').select(['id', 'name']).orderBy('created_at').orderBy('id').execute();
  const nameOf = (id: string | null) => people.find((each) => each.id === id)?.name ?? null;
  const [first] = people;
  return {
    userName: nameOf(person) ?? 'the person',
    personName: nameOf(personId),
    personal: personId === null ? [] : await readRules(db, personId, PERSONAL),
    company: first ? await readRules(db, first.id, COMPANY) : [],
    platform: first && platform ? await readRules(db, first.id, PLATFORM + platform) : [],
  };
};

export async function readRules(db: Kysely<VoiceTables>, person: string, voice: string): Promise<readonly string[]> {
  const row = await db
    .selectFrom('voice_rules')
    .select('rules')
    .where('person_id', '=', person)
    .where('voice', '=', voice)
    .executeTakeFirst();
  return row ? (JSON.parse(row.rules) as string[]) : [];
}
