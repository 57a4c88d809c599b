// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fitAboveKeyboard } from './fit-above-keyboard.ts';

const seen = Object.assign(new EventTarget(), { width: 390, height: 844, scale: 1 });
const root = document.documentElement;
const become = (change: Partial<typeof seen>) => {
  Object.assign(seen, change);
  seen.dispatchEvent(new Event('resize'));
  return [root.dataset['keyboard'], root.style.getPropertyValue('--seen-height')];
};

beforeEach(() => {
  vi.stubGlobal('visualViewport', seen);
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' }));
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

test('the page fits above an on-screen keyboard, also after a rotation of the phone', () => {
  fitAboveKeyboard();
  expect(become({ height: 760 }), 'bars of the browser').toEqual(['closed', '']);
  expect(become({ height: 500 })).toEqual(['open', '500px']);
  expect(become({ width: 200, height: 250, scale: 2 }), 'zoomed in').toEqual(['open', '500px']);
  expect(become({ width: 390, height: 844, scale: 1 })).toEqual(['closed', '']);
  expect(become({ width: 844, height: 390 }), 'turned').toEqual(['closed', '']);
  expect(become({ height: 180 })).toEqual(['open', '180px']);
});
