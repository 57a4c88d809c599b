import { expect, test } from 'vitest';

import { VimMode } from './vim-mode.ts';

const INSERT = '  -- INSERT -- ← for agents';
const NOTHING = '  ? for shortcuts · ← for agents';

test('a box without vim has no normal mode', () => {
  const mode = new VimMode();
  expect(mode.isNormal(NOTHING)).toBe(false);
  mode.told(null);
  expect(mode.isNormal('')).toBe(false);
});

test('without an indicator it is the normal mode once one was seen, until vim is turned off', () => {
  const mode = new VimMode();
  mode.see(INSERT);
  expect(mode.isNormal(NOTHING)).toBe(true);
  expect(mode.isNormal(INSERT)).toBe(false);
  expect(mode.isNormal('  -- VISUAL LINE --')).toBe(true);
  mode.told(null);
  expect(mode.isNormal(NOTHING)).toBe(false);
});

test('if the indicator is hidden, the status line decides', () => {
  const mode = new VimMode();
  mode.told('INSERT');
  expect(mode.isNormal(NOTHING)).toBe(false);
  mode.told('NORMAL');
  expect(mode.isNormal(NOTHING)).toBe(true);
});
