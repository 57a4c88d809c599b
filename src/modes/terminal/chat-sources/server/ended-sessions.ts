import type { Kysely } from 'kysely';

import { addDays, type DayCut, dayOf, endOfDay, startOfDay } from '#day/domain/day.ts';
import { previewOf } from '#library/sources/domain/text-figures.ts';

import type { TerminalStatus } from '../../protocol.ts';
import type { EndedSessions } from '../protocol.ts';
import type { ChatSourceTables } from './tables.ts';

type Reader = Kysely<ChatSourceTables>;

const MAX_DAYS_BACK = 7;
const MAX_SHOWN = 6;
const MAX_QUESTIONS = 3;
const IDLE: TerminalStatus[] = ['idle', 'lost'];
const NOTHING: Omit<EndedSessions, 'idle'> = { day: null, isYesterday: false, total: 0, sessions: [] };

interface Asked {
  readonly person: string;
  readonly now: number;
  readonly cut: DayCut;
}

/**
 * The sessions of Claude Code that ended on the latest day before today on which any did, at most a week ago. Leaves
 * out sessions from which something was kept, dismissed ones, and ones that run again.
 */
export async function endedSessions(read: Reader, asked: Asked): Promise<EndedSessions> {
  return { ...(await offeredSessions(read, asked)), idle: await idleTerminals(read, asked.person) };
}

async function offeredSessions(read: Reader, { person, now, cut }: Asked): Promise<Omit<EndedSessions, 'idle'>> {
  const today = dayOf(now, cut);
  const range = { person, from: startOfDay(addDays(today, -MAX_DAYS_BACK), cut), until: startOfDay(today, cut) };
  const latest = await answered(read, range)
    .select((eb) => eb.fn.max('since').as('since'))
    .executeTakeFirst();
  if (!latest || latest.since === null) return NOTHING;
  const since = Number(latest.since);
  const day = dayOf(since, cut);
  const offered = await answered(read, { person, from: startOfDay(day, cut), until: endOfDay(since, cut) })
    .innerJoin('sessions', 'sessions.id', 'terminals.session_id')
    .select(['terminals.session_id as session', 'title'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('sources')
            .select('sources.id')
            .whereRef('sources.session_id', '=', 'terminals.session_id')
            .where('sources.person_id', '=', person)
            .where('sources.deleted_at', 'is', null),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('dismissed_terminals')
            .select('dismissed_terminals.run')
            .whereRef('dismissed_terminals.session_id', '=', 'terminals.session_id')
            .whereRef('dismissed_terminals.run', '=', 'terminals.run')
            .where('dismissed_terminals.person_id', '=', person),
        ),
      ),
    )
    .orderBy('since', 'desc')
    .orderBy('terminals.session_id')
    .execute();
  if (offered.length === 0) return NOTHING;
  const sessions = await Promise.all(
    offered.slice(0, MAX_SHOWN).map(async (each) => ({ ...each, ...(await saidIn(read, person, each.session)) })),
  );
  return { day, isYesterday: addDays(day, 1) === today, total: offered.length, sessions };
}

async function idleTerminals(read: Reader, person: string): Promise<string[]> {
  const rows = await read
    .selectFrom('terminals')
    .select('session_id')
    .where('person_id', '=', person)
    .where('status', 'in', IDLE)
    .orderBy('session_id')
    .execute();
  return rows.map(({ session_id: session }) => session);
}

/** Terminals that ended in a period and in which Claude Code has answered. */
function answered(read: Reader, { person, from, until }: { person: string; from: number; until: number }) {
  return read
    .selectFrom('terminals')
    .where('terminals.person_id', '=', person)
    .where('terminals.status', '=', 'ended')
    .where('since', '>=', from)
    .where('since', '<', until)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('chat_said')
          .select('chat_said.message_id')
          .whereRef('chat_said.session_id', '=', 'terminals.session_id')
          .where('chat_said.author', '=', 'assistant'),
      ),
    );
}

async function saidIn(read: Reader, person: string, session: string) {
  const by = (author: 'person' | 'assistant') =>
    read
      .selectFrom('chat_said')
      .where('session_id', '=', session)
      .where('person_id', '=', person)
      .where('author', '=', author);
  const questions = await by('person')
    .select('text')
    .orderBy('at')
    .orderBy('message_id')
    .limit(MAX_QUESTIONS)
    .execute();
  const { count } = await by('person')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  const answer = await by('assistant')
    .select('text')
    .orderBy('at', 'desc')
    .orderBy('message_id', 'desc')
    .limit(1)
    .execute();
  return {
    questions: questions.map(({ text }) => previewOf(text)),
    questionCount: Number(count),
    answer: previewOf(answer[0]?.text ?? ''),
  };
}
