// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

import { reloadWhenIdle } from './reload-when-idle.ts';

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
  sessionStorage.clear();
});

test('an outdated page reloads once it is idle, and not while a field has text', () => {
  vi.useFakeTimers({ now: 1_000_000 });
  let reloads = 0;
  const end = reloadWhenIdle(() => (reloads += 1));
  vi.advanceTimersByTime(9_000);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }));
  vi.advanceTimersByTime(9_000);
  expect(reloads).toBe(0);
  const field = document.createElement('textarea');
  field.value = 'Half a thought';
  const box = document.createElement('input');
  box.type = 'checkbox';
  document.body.append(field, box);
  vi.advanceTimersByTime(30_000);
  expect(reloads).toBe(0);
  field.value = '';
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  document.body.append(dialog);
  vi.advanceTimersByTime(30_000);
  expect(reloads).toBe(0);
  dialog.remove();
  vi.advanceTimersByTime(1_000);
  expect(reloads).toBe(1);
  // The reloaded page is as old: do not reload again at once.
  vi.advanceTimersByTime(50_000);
  expect(reloads).toBe(1);
  vi.advanceTimersByTime(10_000);
  expect(reloads).toBe(2);
  end();
  vi.advanceTimersByTime(120_000);
  expect(reloads).toBe(2);
});
