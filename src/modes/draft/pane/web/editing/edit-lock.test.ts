// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { isEditHeld } from './edit-lock.ts';
import { storeEdit, storedEdits } from './stored-edit.ts';

const edit = { editing: 'stay-1', number: 2, revision: 1, save: 0, title: 'Coal', text: 'One.' };

// Like in a page from an insecure origin, which has no locks.
beforeEach(() => vi.stubGlobal('navigator', {}));
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

test('without locks, words that another window stored a moment ago are left to it', async () => {
  storeEdit('d1', edit);
  const [kept] = storedEdits('d1');
  if (!kept) throw new Error('nothing was kept');
  expect(await isEditHeld(kept)).toBe(false);
  const others = { ...kept, window: 'another' };
  expect(await isEditHeld(others)).toBe(true);
  expect(await isEditHeld({ ...others, keptAt: kept.keptAt - 61_000 })).toBe(false);
});
