import { expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import { writeSnapshot } from '#session/server/log/log.ts';
import type { SessionTables } from '#session/server/tables.ts';

import { onDatabase } from '../../../../fixtures/database/each-engine.ts';
import { scriptRabbithole } from '../../../../fixtures/spine/rabbithole-agents.ts';
import { openRabbitholeWorld } from '../../../../fixtures/spine/rabbithole-world.ts';

const MINUTE = 60_000;

onDatabase('the rows of rabbit holes', (open) => {
  test('a night away from an open hole does not count as time in it', async () => {
    const clock = { now: Date.parse('2026-11-22T21:00:00Z') };
    const hole = await openRabbitholeWorld(await open(), {
      rabbithole: scriptRabbithole().agents,
      now: () => clock.now,
    });
    expect(await hole.open('plants')).toBe('accepted');
    clock.now += 3 * MINUTE;
    await hole.ask({ type: 'leave_session' });
    clock.now += 14 * 60 * MINUTE;
    await hole.ask({ type: 'resume_session' });
    await hole.settled();
    clock.now += 2 * MINUTE;
    expect(await hole.exit()).toBe('accepted');
    expect(await hole.rows()).toMatchObject([{ status: 'returned', visits: 1, spent_ms: 5 * MINUTE }]);
  });

  test('a return from a hole skips an old event that cannot be read', async () => {
    const database = await open();
    const errors: string[] = [];
    const hole = await openRabbitholeWorld(database, {
      rabbithole: scriptRabbithole().agents,
      log: { info: () => undefined, warn: () => undefined, error: (message) => errors.push(message) },
    });
    await hole.say('one moment');
    expect(await hole.open('plants')).toBe('accepted');
    await hole.say('They grow.');
    const { state } = hole.live();
    const said = state.messages.find(({ content }) => content === 'one moment');
    // Simulates a long session, whose state no longer holds the first messages.
    const tables = tablesOf<SessionTables>(hole.world.database);
    await tables.write((trx) => writeSnapshot(trx, hole.person, { ...state, messages: state.messages.slice(2) }));
    await tables.write((trx) =>
      trx
        .updateTable('events')
        .set({ body: '{"type":' })
        .where('session_id', '=', hole.session)
        .where('seq', '=', said?.seq ?? 0)
        .execute(),
    );
    await hole.restart();
    expect(await hole.exit()).toBe('accepted');
    const [row] = await hole.rows();
    expect(row).toMatchObject({ status: 'returned' });
    expect(row?.conversation).toContain('They grow.');
    expect(errors).toEqual([expect.stringContaining(`is damaged at event ${said?.seq}`)]);
  });
});
