import type { Database } from '#database/server/database.ts';
import type { UndoLog } from '#undo/server/undo-log.ts';
import { AppError } from '#wire/error-kind.ts';
import { type Route, route } from '#wire/route.ts';

import { platformId, rulesChange, type RulesChange, voicesAnswer, type VoicesAnswer } from '../protocol.ts';
import type { VoiceTables } from './tables.ts';
import { changeRules } from './voice-actions.ts';
import { COMPANY, PERSONAL, PLATFORM } from './voices.ts';

interface VoiceDependencies {
  readonly database: Database<VoiceTables>;
  readonly undo: UndoLog;
  readonly now: () => number;
}

/** The rules by which texts are written: read by all, edited by their owner. */
export function voiceRoutes({ database, undo, now }: VoiceDependencies): Route[] {
  async function change(person: string, voice: string, { rules }: RulesChange): Promise<VoicesAnswer> {
    await database.write((trx) => changeRules(undo, trx, { person, voice, rules, now: now() }));
    return await readAll(database, person);
  }
  return [
    route({
      method: 'GET',
      path: '/api/voices',
      summary: 'Whose voices there are, and their rules',
      answer: voicesAnswer,
      handle: ({ person }) => readAll(database, person),
    }),
    route<RulesChange>({
      method: 'PUT',
      path: '/api/voices/personal',
      summary: "Replaces the rules of the person's own voice",
      body: rulesChange,
      answer: voicesAnswer,
      handle: ({ person, body }) => change(person, PERSONAL, body),
    }),
    route<RulesChange>({
      method: 'PUT',
      path: '/api/voices/company',
      summary: "Replaces the company's rules; for the first person alone",
      body: rulesChange,
      answer: voicesAnswer,
      handle: ({ person, body }) => change(person, COMPANY, body),
    }),
    route<RulesChange>({
      method: 'PUT',
      path: '/api/voices/platforms/:platform',
      summary: 'Replaces the rules of a platform; for the first person alone',
      body: rulesChange,
      answer: voicesAnswer,
      handle({ person, params, body }) {
        const platform = platformId.safeParse(params['platform']);
        if (!platform.success)
          throw new AppError('not-found', `There is no such platform. There are: ${platformId.options.join(', ')}.`);
        return change(person, PLATFORM + platform.data, body);
      },
    }),
  ];
}

async function readAll({ read }: Database<VoiceTables>, person: string): Promise<VoicesAnswer> {
  const people = await read.selectFrom('people').select(['id', 'name']).orderBy('created_at').orderBy('id').execute();
  const rows = await read.selectFrom('voice_rules').select(['person_id', 'voice', 'rules']).execute();
  const [first] = people;
  const rulesOf = (owner: string | undefined, voice: string) => {
    const row = rows.find((each) => each.person_id === owner && each.voice === voice);
    return row ? (JSON.parse(row.rules) as string[]) : [];
  };
  return {
    people: people.map(({ id, name }) => ({ id, name, rules: rulesOf(id, PERSONAL) })),
    company: rulesOf(first?.id, COMPANY),
    platforms: {
      linkedin: rulesOf(first?.id, `${PLATFORM}linkedin`),
      thread: rulesOf(first?.id, `${PLATFORM}thread`),
      'long-form': rulesOf(first?.id, `${PLATFORM}long-form`),
      'short-form': rulesOf(first?.id, `${PLATFORM}short-form`),
    },
    editor: first?.name ?? '',
    mayEditCompany: first?.id === person,
  };
}
