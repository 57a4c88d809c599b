// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';

import { ApiProblem } from '#http-client/web/api.ts';

import { versionHead } from '../../../../../../fixtures/draft/version-head.ts';
import type { SavedText, SaveText } from '../../../protocol.ts';
import { Autosave, type SaveStatus } from './autosave.ts';
import { storedEdits } from './stored-edit.ts';

const HEAD = versionHead({ number: 3, author: 'hand', basedOn: 2 });
const begun = { editing: 'stay-1', number: 2, revision: 1, save: 0, title: 'Coal', text: 'One.' };

/** The save requests, each with functions that answer it. */
let asked: { request: SaveText; answer: (saved?: Partial<SavedText>) => void; fail: (error: unknown) => void }[] = [];
let statuses: SaveStatus['is'][] = [];
let saves: SavedText[] = [];
beforeEach(() => {
  asked = [];
  statuses = [];
  saves = [];
});

function autosaveOf(isKept = false, pauseMs = 1): Autosave {
  const save = (request: SaveText) =>
    new Promise<SavedText>((resolve, reject) =>
      asked.push({
        request,
        answer: (saved) => resolve({ version: HEAD, isAside: false, ...saved }),
        fail: reject,
      }),
    );
  const given = { draftId: 'd1', save, pauseMs, retryMs: 1 };
  return new Autosave(
    { ...given, onStatus: ({ is }) => statuses.push(is), onSaved: (saved) => saves.push(saved) },
    begun,
    isKept,
  );
}

const nextSave = async (count: number) => {
  await expect.poll(() => asked.length).toBe(count);
  const save = asked[count - 1];
  if (!save) throw new Error('no save was asked for');
  return save;
};

test('text written during a save is saved after it, in the same stay', async () => {
  const autosave = autosaveOf(false, 60_000);
  autosave.write({ title: 'Coal', text: 'One. Two.' });
  const flushed = autosave.flush();
  const first = await nextSave(1);
  autosave.write({ title: 'Coal', text: 'One. Two. Three.' });
  first.answer();
  const second = await nextSave(2);
  expect(second.request).toMatchObject({ editing: 'stay-1', save: 1, text: 'One. Two. Three.' });
  second.answer({ isAside: true });
  await flushed;
  expect(saves.map(({ isAside }) => isAside)).toEqual([false, true]);
  expect(autosave.flush()).toBeNull();
});

test('text that the server rejects is not sent again, and is not lost', async () => {
  const autosave = autosaveOf();
  autosave.write({ title: 'Coal', text: 'Two.' });
  (await nextSave(1)).fail(new ApiProblem('not-found', 'There is no such draft.'));
  await expect.poll(() => statuses.at(-1)).toBe('refused');
  expect(autosave.flush()).toBeNull();
  expect(storedEdits('d1')).toHaveLength(1);
});

test('unchanged words need no save', () => {
  const autosave = autosaveOf(false, 60_000);
  autosave.write({ title: 'Coal', text: 'One. Two.' });
  autosave.write({ title: 'Coal', text: 'One.' });
  expect(autosave.flush()).toBeNull();
  expect(statuses.at(-1)).toBe('saved');
  expect(storedEdits('d1')).toEqual([]);
});
