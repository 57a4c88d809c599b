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

const KILLS = Number(process.env['WARREN_KILLS'] ?? 20);
const SESSIONS = 8;
const POINTS = [
  'Adenosine builds up while we are awake.',
  'Caffeine blocks adenosine receptors.',
  'The half-life of caffeine is five hours.',
];
const LINES = [...POINTS, 'I do not know.', 'Give me a hint', 'tell me'];

/** Talks in all sessions at once until the socket ends; what was acknowledged is noted, what was not is sent again next time. */
async function talk(
  server: ChildServer,
  sessions: string[],
  book: { acknowledged: Set<string>; open: Map<string, string> },
) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('open', resolve));
  const send = (session: string, id: string, content: string) =>
    socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify({ type: 'user_message', id, session, content }));
  const say = (session: string) => {
    const id = randomUUID();
    const content = LINES[Math.floor(Math.random() * LINES.length)] ?? '';
    book.open.set(id, JSON.stringify([session, content]));
    send(session, id, content);
  };
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as DownMessage;
    if (message.type !== 'accepted' || !book.open.has(message.id)) return;
    const [session] = JSON.parse(book.open.get(message.id) ?? '[]') as [string];
    book.acknowledged.add(message.id);
    book.open.delete(message.id);
    setTimeout(() => say(session), Math.random() * 30);
  });
  for (const session of sessions) socket.send(JSON.stringify({ type: 'subscribe', id: randomUUID(), session }));
  for (const [id, kept] of book.open) {
    const [session, content] = JSON.parse(kept) as [string, string];
    send(session, id, content);
  }
  for (const session of sessions) say(session);
}

test(
  'a server that is killed at any moment loses nothing it acknowledged and credits nothing twice',
  async () => {
    const home = mkdtempSync(path.join(tmpdir(), 'warren-kill-'));
    const book = { acknowledged: new Set<string>(), open: new Map<string, string>() };
    let server = await startChildServer({ home });
    const api = apiOf(server);
    const sessions: string[] = [];
    for (let index = 0; index < SESSIONS; index += 1) {
      const set = await api<{ id: string }>('POST', '/api/recall/sets', { title: `Set ${index}` });
      await api('POST', `/api/recall/sets/${set.id}/paste`, { text: POINTS.join('\n') });
      const begun = await api<SessionSummary>('POST', '/api/sessions', {
        id: randomUUID(),
        mode: 'recall',
        setId: set.id,
      });
      sessions.push(begun.session);
    }
    for (let kill = 0; kill < KILLS; kill += 1) {
      await talk(server, sessions, book);
      await delay(20 + Math.random() * 500);
      await server.kill();
      server = await startChildServer({ home });
    }
    expect(await server.stop()).toBe(0);

    const database = new DatabaseSync(path.join(home, 'warren.db'), { readOnly: true });
    const integrity = database.prepare('pragma integrity_check').get() as { integrity_check: string };
    expect(integrity.integrity_check).toBe('ok');
    const rows = database.prepare('select session_id, seq, type, body from events order by session_id, seq').all() as {
      session_id: string;
      seq: number;
      type: string;
      body: string;
    }[];
    const stored: string[] = [];
    const credited: string[] = [];
    let before = { session: '', seq: 0 };
    for (const { session_id: session, seq, type, body } of rows) {
      expect(seq).toBe(session === before.session ? before.seq + 1 : 1);
      before = { session, seq };
      const event = JSON.parse(body) as { messageId: string; pointId: string };
      if (type === 'user_message') stored.push(event.messageId);
      if (type === 'point_recalled') credited.push(`${session} ${event.pointId}`);
    }
    expect(new Set(stored).size).toBe(stored.length);
    expect([...book.acknowledged].filter((id) => !stored.includes(id))).toEqual([]);
    expect(new Set(credited).size).toBe(credited.length);
    const reviews = database
      .prepare('select session_id, point_id, reviews from review_log natural join point_cards')
      .all();
    expect(reviews.length).toBe(credited.length);
    expect(reviews.every((review) => review['reviews'] === 1)).toBe(true);
    expect(book.acknowledged.size).toBeGreaterThan(KILLS);
    database.close();
    rmSync(home, { recursive: true, force: true });
  },
  KILLS * 5_000 + 30_000,
);
