import { expect, test } from 'vitest';

import { permissionModeOf } from './permission-mode.ts';

const RULE = '─'.repeat(60);
const modeBelow = (...below: readonly string[]) => permissionModeOf(['● Done.', RULE, '❯ ', RULE, ...below]);

test('the row below the field shows the permission mode, in the words of each version', () => {
  for (const [row, mode] of [
    ['  ? for shortcuts · ← for agents                 ● high · /effort', 'default'],
    ['  esc to interrupt · ← for agents', 'default'],
    ['                                                 ● high · /effort', 'default'],
    ['  ⏸ manual mode on · ? for shortcuts · ← for agents', 'default'],
    ['  ⏵⏵ accept edits on (shift+tab to cycle) · ← for agents', 'acceptEdits'],
    ['  ⏸ plan mode on (shift+tab to cycle) · esc to interrupt …', 'plan'],
    ['  ⏵⏵ auto mode on (shift+tab to cycle)', 'auto'],
    ["  ⏵⏵ don't ask on (shift+tab to cycle) · ← for …", 'dontAsk'],
    ['  ⏵⏵ bypass permissions on (shift+tab to cycle)', 'bypassPermissions'],
  ] as const)
    expect(modeBelow(row), row).toBe(mode);
});

test('no mode is read if its row shows something else, or from a quotation', () => {
  for (const row of ['  Press Ctrl-C again to exit', '/plan    Plan first', ''])
    expect(modeBelow(row), row).toBe(undefined);
  expect(modeBelow()).toBe(undefined);
  expect(permissionModeOf(['  ⏸ plan mode on (shift+tab to cycle)'])).toBe(undefined);
  expect(modeBelow('  Press Ctrl-C again to exit', '  ⏸ plan mode on')).toBe(undefined);
});
