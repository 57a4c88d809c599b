import { expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';

import { eachEngine } from '../../../fixtures/database/each-engine.ts';
import { newId, openWorld } from '../../../fixtures/spine/world.ts';
import type { UndoTables } from './tables.ts';
import { createUndoLog, MAX_AGE_MS } from './undo-log.ts';

eachEngine('the undo log', (open) => {
  test('old actions are dropped, but not while the clock is not trusted', async () => {
    const database = await open();
    const person = await (await openWorld(database)).addPerson();
    const tables = tablesOf<UndoTables>(database);
    let now = 1_000;
    let isBelieved = false;
    const undo = createUndoLog({ now: () => now, settledNow: () => (isBelieved ? now : null), newId });
    const record = (label: string) =>
      tables.write((trx) => undo.record(trx, { person, kind: 'kind', label, reversal: {} }));
    const labels = async () =>
      (await tables.read.selectFrom('undoable_actions').select('label').orderBy('at').execute()).map(
        ({ label }) => label,
      );
    await record('first');
    now += MAX_AGE_MS + 1_000;
    await record('ahead');
    expect(await labels()).toEqual(['first', 'ahead']);
    isBelieved = true;
    await record('later');
    expect(await labels()).toEqual(['ahead', 'later']);
  });
});
