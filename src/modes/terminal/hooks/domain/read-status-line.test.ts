import { expect, test } from 'vitest';

import { readStatusLine } from './read-status-line.ts';

const NOTHING = {
  model: null,
  effort: null,
  costUsd: null,
  contextPercent: null,
  fiveHourPercent: null,
  sevenDayPercent: null,
};

test('model, cost, context and limits are read, rounded', () => {
  expect(
    readStatusLine({
      session_id: 'one',
      model: { id: 'claude-opus', display_name: 'Opus' },
      cost: { total_cost_usd: 0.123_456, total_lines_added: 3 },
      context_window: { used_percentage: 31.6, context_window_size: 200_000 },
      rate_limits: { five_hour: { used_percentage: 12.4, resets_at: 1 }, seven_day: { used_percentage: 99.5 } },
      effort: { level: 'high' },
      vim: { mode: 'NORMAL' },
    }),
  ).toEqual({
    usage: {
      model: 'Opus',
      effort: 'high',
      costUsd: 0.1235,
      contextPercent: 32,
      fiveHourPercent: 12,
      sevenDayPercent: 100,
    },
    vimMode: 'NORMAL',
  });
});

test('values that are missing, null or of another type are unknown, and the others are read', () => {
  expect(readStatusLine({})).toEqual({ usage: NOTHING, vimMode: null });
  expect(readStatusLine({ model: 'Opus', cost: null, context_window: { used_percentage: null } })?.usage).toEqual(
    NOTHING,
  );
  expect(readStatusLine({ model: { id: 'x' }, rate_limits: { five_hour: 'many' } })?.usage).toEqual({
    ...NOTHING,
    model: 'x',
  });
});

test.each([undefined, null, 'text', 3])('%j is not a status line', (body) => {
  expect(readStatusLine(body)).toBeUndefined();
});

test('values out of range are left out', () => {
  const read = readStatusLine({
    model: { display_name: 'x'.repeat(1_000_000) },
    cost: { total_cost_usd: 1e308 },
    context_window: { used_percentage: -3 },
    rate_limits: { five_hour: { used_percentage: 1e308 }, seven_day: { used_percentage: 12 } },
  });
  expect(read?.usage).toEqual({ ...NOTHING, sevenDayPercent: 12 });
});
