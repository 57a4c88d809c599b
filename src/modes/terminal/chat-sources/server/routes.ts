import { z } from 'zod';

import type { Services } from '#contribution/server/contribution.ts';
import { tablesOf } from '#database/server/database.ts';
import { titleFrom } from '#library/sources/domain/text-figures.ts';
import { addedSources } from '#library/sources/protocol.ts';
import { sessionProposals } from '#point-writer/protocol.ts';
import type { Message } from '#session/protocol.ts';
import { readMessages } from '#session/server/log/read-messages.ts';
import type { SessionTables } from '#session/server/tables.ts';
import { AppError } from '#wire/error-kind.ts';
import { route, type Route } from '#wire/route.ts';

import { chatMessages } from '../../chat/domain/chat-messages.ts';
import { messagesBetween, questionsAndAnswers, writtenChat } from '../../chat/domain/written/written-chat.ts';
import type { Program } from '../../protocol.ts';
import { noChatOf } from '../../running/domain/agents.ts';
import { endedSessions as endedAnswer, keptRange } from '../protocol.ts';
import { dismiss } from './dismissals.ts';
import { endedSessions } from './ended-sessions.ts';
import { proposeOfSession } from './propose-of-session.ts';
import type { ChatSourceTables } from './tables.ts';

interface Kept {
  readonly person: string;
  readonly session: string;
  readonly title: string;
  readonly folder: string;
  /** JSON: `Program`. */
  readonly program: string;
}

type Needs = Pick<Services, 'database' | 'library' | 'preferencesOf' | 'undo' | 'now' | 'roleModels'>;

export function chatSourceRoutes({ database: whole, library, preferencesOf, undo, now, roleModels }: Needs): Route[] {
  const database = tablesOf<ChatSourceTables>(whole);
  const { read } = database;

  const findOwn = async (person: string, session = ''): Promise<Kept> => {
    const row = await read
      .selectFrom('terminals')
      .innerJoin('sessions', 'sessions.id', 'terminals.session_id')
      .select(['title', 'folder', 'program'])
      .where('terminals.person_id', '=', person)
      .where('terminals.session_id', '=', session)
      .executeTakeFirst();
    if (!row) throw new AppError('not-found', 'There is no such terminal.');
    return { person, session, ...row };
  };
  const messagesOf = (owned: Kept) => readMessages(tablesOf<SessionTables>(whole).read, owned, chatMessages);
  const keep = ({ person, session, title }: Kept, messages: readonly Message[]) => {
    const from = { session, messageId: messages[0]?.id, lastMessageId: messages.at(-1)?.id };
    return library().add(person, [{ title: titleOf(messages) || title, content: writtenChat(messages), from }]);
  };

  return [
    route({
      method: 'POST',
      path: '/api/sessions/:terminal/chat/keep',
      summary: 'Keeps the messages of a chat from one to another as a source',
      body: keptRange,
      answer: addedSources,
      async handle({ person, params, body: { from, to } }) {
        const owned = await findOwn(person, params['terminal']);
        const range = messagesBetween(await messagesOf(owned), [from, to]);
        if (!range) throw new AppError('not-found', 'This message is not in the chat any more.');
        return await keep(owned, range);
      },
    }),
    route({
      method: 'GET',
      path: '/api/terminals/ended',
      summary: 'Sessions of Claude Code that ended lately, with what was asked and answered last',
      answer: endedAnswer,
      handle: async ({ person }) =>
        await endedSessions(read, { person, now: now(), cut: await preferencesOf(read, person) }),
    }),
    route({
      method: 'POST',
      path: '/api/terminals/:terminal/keep',
      summary: 'Keeps what was asked and answered in a session of Claude Code as a source',
      answer: addedSources,
      async handle({ person, params }) {
        const owned = await findOwn(person, params['terminal']);
        const said = questionsAndAnswers(await messagesOf(owned));
        if (said.length === 0)
          throw new AppError('refused', 'Nothing was said in this session.', { reason: 'nothing-said' });
        return await keep(owned, said);
      },
    }),
    route({
      method: 'POST',
      path: '/api/terminals/:terminal/proposals',
      summary: 'Proposes points that are worth remembering of a session of Claude Code; nothing is kept',
      answer: sessionProposals,
      async handle({ person, params }) {
        const owned = await findOwn(person, params['terminal']);
        requireChat(owned);
        const model = await roleModels.of(whole.read, person, 'point-writer');
        return await proposeOfSession(await messagesOf(owned), { ...owned, model });
      },
    }),
    route({
      method: 'POST',
      path: '/api/terminals/:terminal/dismiss',
      summary: 'Offers no longer to keep what a session that has ended found out',
      answer: z.undefined(),
      async handle({ person, params }) {
        const owned = await findOwn(person, params['terminal']);
        await database.write((trx) => dismiss(trx, undo, owned));
      },
    }),
  ];
}

function requireChat({ program }: Kept): void {
  const ran = JSON.parse(program) as Program;
  if (ran.kind === 'claude') return;
  const why = ran.kind === 'agent' ? noChatOf(ran) : 'No chat: this terminal ran no agent';
  throw new AppError('refused', `${why}. Points are proposed from a chat.`, { reason: 'no-chat' });
}

/** The first question among the messages; empty if there is none. */
function titleOf(messages: readonly Message[]): string {
  return titleFrom(messages.find(({ author }) => author === 'person')?.content ?? '');
}
