import { z } from 'zod';

import { cleanText, DIRECTION_MARKS, hasNoDirectionMarks, isBlank } from '#kernel/clean-text.ts';
import type { UndoLog } from '#undo/server/undo-log.ts';
import { AppError } from '#wire/error-kind.ts';
import { type Route, route } from '#wire/route.ts';

import { toClientEvent } from '../domain/event.ts';
import { messagesOf } from '../domain/mode-messages.ts';
import { type ClientEvent, id, modeId, summary } from '../protocol.ts';
import type { Spine } from './dependencies.ts';
import { beginSession } from './live/begin-session.ts';
import type { LiveSessions } from './live/live-sessions.ts';
import { readEventsBefore, readReplacements } from './log/log.ts';
import { SUMMARY_COLUMNS, toSummary } from './log/summary.ts';
import { SESSION_RENAMED, type SessionRenamed } from './session-undo.ts';

const MAX_PAGE = 500;

const beginBody = z.looseObject({ id, mode: modeId });
const pageQuery = z.object({
  before: z.coerce.number().int().min(1),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(200),
});
const listQuery = z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) });

interface RouteDependencies {
  readonly undo: UndoLog;
  readonly clientEvent: z.ZodType<ClientEvent>;
}

/** The routes of sessions. Messages of a session go over the socket. */
export function sessionRoutes(spine: Spine, sessions: LiveSessions, { undo, clientEvent }: RouteDependencies): Route[] {
  const { read } = spine.database;
  const ofModes = messagesOf(spine.domains);

  async function find(person: string, session: string) {
    const row = await read
      .selectFrom('sessions')
      .select(SUMMARY_COLUMNS)
      .where('person_id', '=', person)
      .where('id', '=', session)
      .executeTakeFirst();
    if (!row) throw new AppError('not-found', 'There is no such session.');
    return toSummary(row);
  }

  return [
    route({
      method: 'GET',
      path: '/api/sessions',
      summary: 'The sessions, latest first',
      query: listQuery,
      answer: z.object({ sessions: z.array(summary) }),
      async handle({ person, query }) {
        let listed = read.selectFrom('sessions').select(SUMMARY_COLUMNS).where('person_id', '=', person);
        for (const mode of Object.values(spine.modes))
          if (mode.unlisted) listed = listed.where('id', 'not in', mode.unlisted(read, person));
        const rows = await listed.orderBy('updated_at', 'desc').orderBy('id', 'desc').limit(query.limit).execute();
        return { sessions: rows.map(toSummary) };
      },
    }),
    route({
      method: 'POST',
      path: '/api/sessions',
      summary: 'Begins a session, or answers with the one that is to be continued',
      body: beginBody,
      answer: summary,
      handle: ({ person, body }) => beginSession(spine, { person, id: body.id, mode: body.mode, options: body }),
    }),
    route({
      method: 'GET',
      path: '/api/sessions/:session',
      summary: 'One session',
      answer: summary,
      handle: ({ person, params }) => find(person, params['session'] ?? ''),
    }),
    route({
      method: 'PATCH',
      path: '/api/sessions/:session',
      summary: 'Renames a session',
      body: z.object({
        title: z
          .string()
          .overwrite(cleanText)
          .trim()
          .refine((text) => !isBlank(text), 'Give it a name.')
          .refine(hasNoDirectionMarks, DIRECTION_MARKS)
          .max(200),
      }),
      answer: summary,
      async handle({ person, params, body }) {
        const session = params['session'] ?? '';
        const live = await sessions.get({ person, session });
        if (live.damage) throw live.damage;
        await live.submit({ type: 'change_title', title: body.title }, async (trx, before) => {
          const reversal: SessionRenamed = { session, from: before.title, to: body.title };
          const label = `Renamed the session “${before.title}”`;
          await undo.record(trx, { person, kind: SESSION_RENAMED, label, reversal });
        });
        return find(person, session);
      },
    }),
    route({
      method: 'GET',
      path: '/api/sessions/:session/events',
      summary: 'The events before a seq, oldest first: what a page reads when the reader scrolls up',
      query: pageQuery,
      answer: z.object({
        events: z.array(clientEvent),
        /** Later changes of messages of `events`: changes of a mode’s own, and branches. In order. */
        replacements: z.array(clientEvent),
        hasMore: z.boolean(),
      }),
      async handle({ person, params, query }) {
        const owned = { person, session: (await find(person, params['session'] ?? '')).session };
        const events = await readEventsBefore(read, owned, query);
        const replacements = await readReplacements(read, owned, { page: events, ofModes });
        const hasMore = (events[0]?.seq ?? 1) > 1;
        return { events: events.map(toClientEvent), replacements: replacements.map(toClientEvent), hasMore };
      },
    }),
  ];
}
