import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { beginSession } from '../../fixtures/server/begin-session.ts';
import { apiOf, startChildServer } from '../../fixtures/server/child-server.ts';
import { type Book, type Command, talkRelentlessly } from '../../fixtures/server/relentless-talk.ts';

const KILLS = Number(process.env['WARREN_KILLS'] ?? 4);
const SESSIONS = 4;
const POINTS = ['Adenosine builds up while we are awake.', 'Caffeine blocks adenosine receptors.', 'Tea has theanine.'];
const LINES = [...POINTS, 'I do not know.', 'Where does it come from?'];
const TURNS = ['open', 'exit', 'say', 'say', 'say'] as const;

/** A random command. Entering and leaving holes is sometimes refused, which is a valid answer. */
function anything(opening: string): Command {
  const turn = TURNS[Math.floor(Math.random() * TURNS.length)];
  if (turn === 'open') return { type: 'open_rabbithole', topic: 'where tea comes from', messageId: opening };
  if (turn === 'exit') return { type: 'exit_rabbithole' };
  return { type: 'user_message', content: LINES[Math.floor(Math.random() * LINES.length)] };
}

test(
  'a server killed during rabbit holes loses nothing of them, and every return keeps its conversation',
  async () => {
    const home = mkdtempSync(path.join(tmpdir(), 'warren-kill-inside-'));
    const book: Book = { acknowledged: new Set(), open: new Map() };
    let server = await startChildServer({ home });
    const api = apiOf(server);
    const sessions = new Map<string, string>();
    for (let index = 0; index < SESSIONS; index += 1) {
      const { session } = await beginSession(api, POINTS, `Set ${index}`);
      const { events } = await api<{ events: { messageId: string }[] }>(
        'GET',
        `/api/sessions/${session}/events?before=2`,
      );
      sessions.set(session, events[0]?.messageId ?? '');
    }
    const file = path.join(home, 'warren.db');
    const holes = () => {
      using database = new DatabaseSync(file, { readOnly: true });
      return Number(database.prepare('select count(*) as holes from rabbithole_events').get()?.['holes']);
    };
    // On a busy machine few holes may be entered between two kills.
    for (let kill = 0; kill < KILLS || holes() <= KILLS / 2; kill += 1) {
      await talkRelentlessly(server, {
        sessions: [...sessions.keys()],
        book,
        next: (session) => anything(sessions.get(session) ?? ''),
        pause: 40,
      });
      await delay(50 + Math.random() * 700);
      await server.kill();
      server = await startChildServer({ home });
    }
    expect(await server.stop()).toBe(0);

    const database = new DatabaseSync(file, { readOnly: true });
    const read = (sql: string) => database.prepare(sql).all() as unknown as Record<string, string | number | null>[];
    expect(read('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    const events = read('select session_id, seq, body from events order by session_id, seq').map((row) => ({
      session: String(row['session_id']),
      ...(JSON.parse(String(row['body'])) as Command & { thread: string; messageId: string; pointId: string }),
    }));
    const said = events.filter(({ type }) => type === 'user_message').map(({ messageId }) => messageId);
    expect(new Set(said).size).toBe(said.length);
    expect([...book.acknowledged].filter((id) => !said.includes(id))).toEqual([]);
    const credits = events.filter(({ type }) => type === 'point_recalled');
    expect(new Set(credits.map((event) => `${event.session} ${event.pointId}`)).size).toBe(credits.length);

    const rows = read('select id, session_id, status, visits, conversation from rabbithole_events');
    const entered = events.filter(({ type }) => type === 'rabbithole_entered');
    expect(rows.reduce((sum, { visits }) => sum + Number(visits), 0)).toBe(entered.length);
    for (const { id, status, conversation } of rows) {
      const inside = events.filter(({ thread, type }) => thread === id && type === 'user_message');
      if (status === 'returned') {
        const kept = JSON.parse(String(conversation)) as { role: string; content: string }[];
        expect(kept.slice(1).filter(({ role }) => role === 'user')).toHaveLength(inside.length);
      } else expect([status, conversation]).toEqual(['entered', null]);
    }
    for (const session of sessions.keys()) {
      const open = rows.filter((row) => row['session_id'] === session && row['status'] === 'entered');
      expect(open.length).toBeLessThanOrEqual(1);
    }
    database.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 10 });
  },
  300_000 + KILLS * 5_000,
);
