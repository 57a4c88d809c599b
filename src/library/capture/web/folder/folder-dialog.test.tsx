// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { PageAround } from '../../../../../fixtures/page/answering-routes.tsx';
import { exampleOverview } from '../../../../../fixtures/page/example-library.ts';
import type { ImportBatch, ImportResult } from '../../../importing/protocol.ts';
import { FolderDialog } from './folder-dialog.tsx';
import { dismissFolderRun } from './folder-run.ts';

let batches: ImportBatch[];
let uploads: URLSearchParams[];
/** Resolves each upload. */
let release: (() => void)[];

const result = (path: string, outcome: ImportResult['outcome']): ImportResult => ({
  path,
  outcome,
  sourceId: null,
  problem: outcome === 'refused' ? { message: 'This is not text.', remedy: 'Save it as UTF-8.' } : null,
});

function answer(path: string, { method, body }: { method: string; body?: unknown }): Promise<Response> {
  if (method === 'GET') return Promise.resolve(Response.json(path === '/api/library' ? exampleOverview : {}));
  if (path.startsWith('/api/library/import/file')) {
    const query = new URLSearchParams(path.split('?')[1]);
    uploads.push(query);
    return new Promise((resolve) =>
      release.push(() => resolve(Response.json({ results: [result(query.get('path') ?? '', 'added')] }))),
    );
  }
  const batch = JSON.parse(String(body)) as ImportBatch;
  batches.push(batch);
  const results = batch.files.map((file) => result(file.path, file.path === 'bad.md' ? 'refused' : 'added'));
  return Promise.resolve(Response.json({ results }));
}

const file = (path: string, text = 'Words.') => {
  const made = new File([text], path.split('/').at(-1) ?? '');
  Object.defineProperty(made, 'webkitRelativePath', { value: `Notes/${path}` });
  return made;
};
const choose = (files: readonly File[]) => fireEvent.change(screen.getByLabelText('A folder'), { target: { files } });

beforeEach(() => {
  batches = [];
  uploads = [];
  release = [];
  vi.stubGlobal('fetch', answer);
  render(
    <PageAround>
      <FolderDialog onClose={() => undefined} />
    </PageAround>,
  );
});
afterEach(() => {
  dismissFolderRun();
});

test('text files are sent together, others one by one, and each omitted file has a reason', async () => {
  choose([file('Energy/coal.md'), file('bad.md'), file('paper.pdf'), file('cat.jpg'), file('.obsidian/x.md')]);
  await waitFor(() => expect(release).toHaveLength(1));
  release[0]?.();
  await screen.findByText('2 added.');
  expect(batches.map(({ name, files }) => [name, files.map(({ path }) => path)])).toEqual([
    ['Notes', ['Energy/coal.md', 'bad.md']],
  ]);
  expect(uploads[0]?.get('path')).toBe('paper.pdf');
  expect(uploads[0]?.get('run')).toBe(batches[0]?.run);
  expect(screen.getByText(', This is not text. Save it as UTF-8.')).toBeDefined();
  expect(screen.getByText('2 files left out')).toBeDefined();
});

test('without a choice each folder becomes a bucket; the inbox and a bucket can be chosen', async () => {
  choose([file('a.md')]);
  await screen.findByText('1 added.');
  expect(batches[0]).not.toHaveProperty('bucket');
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Bucket' }), 'Inbox');
  choose([file('a.md')]);
  await screen.findByText('1 added.');
  expect(batches[1]?.bucket).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await screen.findByRole('option', { name: 'Energy' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Bucket' }), 'Energy');
  choose([file('a.md')]);
  await screen.findByText('1 added.');
  expect(batches[2]?.bucket).toBe('Energy');
});

test('a cancelled import sends nothing more and reports its progress', async () => {
  choose([file('a.md'), file('one.pdf'), file('two.pdf')]);
  await screen.findByText(/1 of 3 files/);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel the import' }));
  release[0]?.();
  await screen.findByText('1 of 3 files. 1 added.');
  expect(uploads).toHaveLength(1);
});
