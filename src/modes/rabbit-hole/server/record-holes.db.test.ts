import { expect, test } from 'vitest';

import { eachEngine } from '../../../../fixtures/database/each-engine.ts';
import { scriptRabbithole } from '../../../../fixtures/spine/rabbithole-agents.ts';
import { openRabbitholeWorld } from '../../../../fixtures/spine/rabbithole-world.ts';

const MINUTE = 60_000;

eachEngine('the rows of rabbit holes', (open) => {
  test('a night away from an open hole is not counted as time in it', async () => {
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
    await hole.close();
  });
});
