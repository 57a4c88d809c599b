import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';

import { ExportFiles } from '#person-data/server/export-files.ts';
import type { AnyTables } from '#person-data/server/person-data.ts';

import { onDatabase } from '../../../../fixtures/database/each-engine.ts';
import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { openRecallWorld } from '../../../../fixtures/spine/recall-world.ts';
import type { RecallPoint, SetSummary } from '../sets/protocol.ts';
import { recallData } from './recall-data.ts';

const AT = Date.UTC(2020, 1, 3);

onDatabase('the readable files of an export', (open) => {
  test('imported reviews are among the reviews, and are marked', async () => {
    const { call, database, person } = await openRecallWorld(await open());
    const set = await call<SetSummary>('POST', '/api/recall/sets', { title: 'French' });
    const point = await call<RecallPoint>('POST', `/api/recall/sets/${set.id}/points`, { text: 'chat' });
    const reviews = JSON.stringify([
      [AT, 3, 4_000, 0],
      [AT + 1, 1, 2_000, 1],
    ]);
    const undone = await call<RecallPoint>('POST', `/api/recall/sets/${set.id}/points`, { text: 'chien' });
    await database.write(async (trx) => {
      for (const [state, { id }] of [
        ['done', point],
        ['undone', undone],
      ] as const) {
        const cut = { time_zone: 'UTC', day_starts_at: 0 };
        const of = { id: state, person_id: person, started_at: AT, state, parts: '[]', ...cut };
        await trx.insertInto('deck_imports').values(of).execute();
        const history = { point_id: id, person_id: person, import_id: state, card: null, reviews, review_count: 2 };
        await trx.insertInto('imported_histories').values(history).execute();
      }
    });
    const folder = temporaryFolder();
    const read = database.read as unknown as Kysely<AnyTables>;
    await recallData.writeFiles?.(new ExportFiles(folder, folder), { read, person } as never);
    const written = (name: string) => readFileSync(path.join(folder, 'recall', name), 'utf8');
    expect(JSON.parse(written('reviews.json'))).toMatchObject([
      { at: '2020-02-03T00:00:00.000Z', point: 'chat', rating: 3, how: 'imported', set_id: set.id, session_id: null },
      { rating: 1, how: 'imported', duration_ms: 2_000, point_id: point.id },
    ]);
    expect(written('reviews.csv').match(/,imported,/gu)).toHaveLength(2);
  });
});
