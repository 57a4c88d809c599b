import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { runQuery } from '../../fixtures/database/run-query.ts';
import { beginSession } from '../../fixtures/server/begin-session.ts';
import { apiOf, startChildServer } from '../../fixtures/server/child-server.ts';
import { type Book, type Command, talkRelentlessly } from '../../fixtures/server/relentless-talk.ts';

const KILLS = Number(process.env['WARREN_KILLS'] ?? 6);
const SESSIONS = 8;
const POINTS = [
  'Adenosine builds up while we are awake.',
  'Caffeine blocks adenosine receptors.',
  'The half-life of caffeine is five hours.',
];
const LINES = [...POINTS, 'I do not know.', 'Give me a hint', 'tell me'];

interface StoredEvent {
  readonly session_id: string;
  readonly seq: number;
  readonly type: string;
  readonly body: string;
}

const anything = (): Command => ({
  type: 'user_message',
  content: LINES[Math.floor(Math.random() * LINES.length)] ?? '',
});

test(
  'a server that is killed at any moment loses nothing it acknowledged and credits nothing twice',
  async () => {
    const home = mkdtempSync(path.join(tmpdir(), 'warren-kill-'));
    const book: Book = { acknowledged: new Set(), open: new Map() };
    let server = await startChildServer({ home });
    const api = apiOf(server);
    const sessions: string[] = [];
    for (let index = 0; index < SESSIONS; index += 1)
      sessions.push((await beginSession(api, POINTS, `Set ${index}`)).session);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = book.acknowledged.size;
      await talkRelentlessly(server, { sessions, book, next: anything, pause: 30 });
      // Every other server is killed at any moment, also before its first answer. The rest are killed after an answer,
      // however slow they are.
      if (kill % 2 === 0) await expect.poll(() => book.acknowledged.size).toBeGreaterThan(before);
      await delay(20 + Math.random() * 500);
      await server.killOne();
      server = await startChildServer({ home });
    }
    expect(await server.stop()).toBe(0);

    const query = (text: string) => runQuery(home, text);
    if (existsSync(path.join(home, 'warren.db')))
      expect(await query('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    const rows = await query('select session_id, seq, type, body from events order by session_id, seq');
    const stored: string[] = [];
    const credited: string[] = [];
    let before = { session: '', seq: 0 };
    for (const { session_id: session, seq, type, body } of rows as unknown as StoredEvent[]) {
      expect(seq).toBe(session === before.session ? before.seq + 1 : 1);
      before = { session, seq };
      const event = JSON.parse(body) as { messageId: string; pointId: string };
      if (type === 'user_message') stored.push(event.messageId);
      if (type === 'point_recalled') credited.push(`${session} ${event.pointId}`);
    }
    const distinct = new Set(stored);
    expect(distinct.size).toBe(stored.length);
    expect([...book.acknowledged].filter((id) => !distinct.has(id))).toEqual([]);
    expect(new Set(credited).size).toBe(credited.length);
    const reviews = await query('select session_id, point_id, reviews from review_log natural join point_cards');
    expect(reviews.every((review) => review['reviews'] === 1)).toBe(true);
    // A point that a card had shown before is credited without a review, and the session reports that.
    const ungraded = (await query('select session_id, ungraded from recall_sessions')).flatMap((row) =>
      Object.keys(JSON.parse((row['ungraded'] as string) || '{}') as object).map(
        (point) => `${String(row['session_id'])} ${point}`,
      ),
    );
    const accounted = [
      ...reviews.map((review) => `${String(review['session_id'])} ${String(review['point_id'])}`),
      ...ungraded,
    ];
    expect(accounted.toSorted()).toEqual(credited.toSorted());
    expect(book.acknowledged.size).toBeGreaterThanOrEqual(KILLS / 2);
    rmSync(home, { recursive: true, force: true, maxRetries: 10 });
  },
  300_000 + KILLS * 5_000,
);
