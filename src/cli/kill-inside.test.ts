import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

import { expect, test } from 'vitest';
import { WebSocket } from 'ws';

import type { SessionSummary } from '#session/protocol.ts';
import type { DownMessage } from '#wire/down.ts';

import { apiOf, type ChildServer, startChildServer } from '../../fixtures/server/child-server.ts';

const KILLS = Number(process.env['WARREN_KILLS'] ?? 6);
const SESSIONS = 4;
const POINTS = ['Adenosine builds up while we are awake.', 'Caffeine blocks adenosine receptors.', 'Tea has theanine.'];
const LINES = [...POINTS, 'I do not know.', 'Where does it come from?'];
const TURNS = ['open', 'exit', 'say', 'say', 'say'] as const;

type Command = { readonly type: string; readonly [field: string]: unknown };

/** What is done next in a session, by chance: opening and leaving holes is refused now and then, and that is an answer too. */
function anything(opening: string): Command {
  const turn = TURNS[Math.floor(Math.random() * TURNS.length)];
  if (turn === 'open') return { type: 'open_rabbithole', topic: 'where tea comes from', messageId: opening };
  if (turn === 'exit') return { type: 'exit_rabbithole' };
  return { type: 'user_message', content: LINES[Math.floor(Math.random() * LINES.length)] };
}

/** Goes on in all sessions at once until the socket ends; what was answered is noted, what was not is sent again. */
async function talk(
  server: ChildServer,
  sessions: ReadonlyMap<string, string>,
  book: { acknowledged: Set<string>; open: Map<string, Command> },
) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('open', resolve));
  const send = (command: Command) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(command));
  const goOn = (session: string) => {
    const id = randomUUID();
    const command = { id, session, ...anything(sessions.get(session) ?? '') };
    book.open.set(id, command);
    send(command);
  };
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as DownMessage;
    if (message.type !== 'accepted' && message.type !== 'error') return;
    const command = book.open.get(message.id ?? '');
    if (!command || message.id === undefined || (message.type === 'error' && message.kind === 'stopping')) return;
    if (message.type === 'accepted' && command.type === 'user_message') book.acknowledged.add(message.id);
    book.open.delete(message.id);
    setTimeout(() => goOn(String(command['session'])), Math.random() * 40);
  });
  for (const session of sessions.keys()) send({ type: 'subscribe', id: randomUUID(), session });
  for (const command of book.open.values()) send(command);
  for (const session of sessions.keys()) goOn(session);
}

test(
  'a server that is killed in the midst of rabbit holes loses nothing of them, and every return keeps what was said',
  async () => {
    const home = mkdtempSync(path.join(tmpdir(), 'warren-kill-inside-'));
    const book = { acknowledged: new Set<string>(), open: new Map<string, Command>() };
    let server = await startChildServer({ home });
    const api = apiOf(server);
    const sessions = new Map<string, string>();
    for (let index = 0; index < SESSIONS; index += 1) {
      const set = await api<{ id: string }>('POST', '/api/recall/sets', { title: `Set ${index}` });
      await api('POST', `/api/recall/sets/${set.id}/paste`, { text: POINTS.join('\n') });
      const begun = await api<SessionSummary>('POST', '/api/sessions', {
        id: randomUUID(),
        mode: 'recall',
        setId: set.id,
      });
      const { events } = await api<{ events: { messageId: string }[] }>(
        'GET',
        `/api/sessions/${begun.session}/events?before=2`,
      );
      sessions.set(begun.session, events[0]?.messageId ?? '');
    }
    for (let kill = 0; kill < KILLS; kill += 1) {
      await talk(server, sessions, book);
      await delay(50 + Math.random() * 700);
      await server.kill();
      server = await startChildServer({ home });
    }
    expect(await server.stop()).toBe(0);

    const database = new DatabaseSync(path.join(home, 'warren.db'), { readOnly: true });
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
    expect(rows.length).toBeGreaterThan(KILLS / 2);
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
    rmSync(home, { recursive: true, force: true });
  },
  KILLS * 5_000 + 30_000,
);
