import { afterAll, expect, test } from 'vitest';

import { readImported } from '../domain/read-imported.ts';
import { ImportThread } from './import-thread.ts';

const thread = new ImportThread();
afterAll(() => thread.end());

const file = (yaml: string, words = 'words') => ({ path: 'a.md', text: `---\n${yaml}\n---\n${words}` });

test.each([
  ['with short YAML', file('title: Coal')],
  ['with long YAML', file(`title: Coal\ntags: [${'energy, '.repeat(300)}coal]`)],
  ['with YAML that never ends', { path: 'a.md', text: `---\n${'a: b\n'.repeat(1_000)}` }],
  ['of many words', file('title: Coal', 'words '.repeat(20_000))],
])('the thread reads a file %s like the server does', async (_, given) => {
  expect(await thread.read('ada', given)).toEqual(readImported(given));
});

test('the server does not wait for YAML that takes long to read', async () => {
  const given = file(`a: [${','.repeat(30_000)}`);
  await thread.read('ada', given);
  const cpuOf = async (work: () => unknown) => {
    const before = process.threadCpuUsage();
    await work();
    return process.threadCpuUsage(before).user;
  };
  const own = await cpuOf(() => readImported(given));
  expect(await cpuOf(() => thread.read('ada', given))).toBeLessThan(own / 2);
});
