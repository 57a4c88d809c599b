// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

import { onAddressAsked } from '#elements/web/address/open-address.ts';

import { Emulator } from '../server/emulator.ts';
import { wordsAsLinks } from './terminal-links.ts';

afterEach(() => vi.unstubAllGlobals());

test('an OSC 8 link opens only with Ctrl or Cmd, and shows its address first unless its text does', () => {
  const open = vi.fn();
  vi.stubGlobal('open', open);
  const asked: (string | null)[] = [];
  const stop = onAddressAsked((href) => asked.push(href));
  const element = document.createElement('div');
  const emulator = new Emulator({ cols: 40, rows: 5 });
  emulator.write(new TextEncoder().encode('see https://bank.example/ or evil.example'));
  const links = wordsAsLinks({ element, terminal: () => emulator.terminal as never });
  const bank = { start: { x: 5, y: 1 }, end: { x: 25, y: 1 } };
  const evil = 'https://evil.example/';
  const click = (keys: MouseEventInit, href: string) => links.activate(new MouseEvent('click', keys), href, bank);
  for (const href of [evil, 'https://bank.example/']) click({}, href);
  expect([asked, open.mock.calls]).toEqual([[], []]);
  click({ ctrlKey: true }, evil);
  expect([asked, open.mock.calls]).toEqual([[evil], []]);
  click({ metaKey: true }, 'https://bank.example/');
  expect(open.mock.calls.map(([href]) => href as string)).toEqual(['https://bank.example/']);
  click({ ctrlKey: true }, 'file:///etc/passwd');
  expect(asked).toEqual([evil]);
  links.hover?.(new MouseEvent('mousemove'), 'https://bank.example@evil.example/', bank);
  expect(element.title).toMatch(/^https:\/\/bank\.example@evil\.example\/\n.*leads to evil\.example/u);
  links.leave?.(new MouseEvent('mousemove'), '', bank);
  expect(element.title).toBe('');
  stop();
  emulator.dispose();
});
