import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { AppError } from '#wire/error-kind.ts';

import { EVERYTHING, RunningExports } from './running-exports.ts';

function exportsOf() {
  const home = mkdtempSync(path.join(tmpdir(), 'warren-exports-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const writes: { person: string; target: string; signal: AbortSignal; end: PromiseWithResolvers<void> }[] = [];
  const exports = new RunningExports({
    home,
    write(made) {
      const end = Promise.withResolvers<void>();
      made.signal.addEventListener('abort', () => end.reject(new Error('aborted')));
      writes.push({ ...made, end });
      return end.promise;
    },
    logError: () => undefined,
  });
  const begun = (count: number) => expect.poll(() => writes).toHaveLength(count);
  const settled = (person: string) => expect.poll(() => exports.state(person).isUnderWay).toBe(false);
  return { exports, writes, begun, settled, left: () => readdirSync(path.join(home, 'exports')) };
}

test('each person has one export at a time, and a new one replaces the last', async () => {
  const { exports, writes, begun, settled, left } = exportsOf();
  for (const person of ['ada', 'ada', 'bo']) exports.begin(person, EVERYTHING);
  await begun(2);
  expect(writes.map(({ person }) => person).toSorted()).toEqual(['ada', 'bo']);
  expect(exports.waiting).toEqual(['ada', 'bo']);
  for (const { target, end } of writes) {
    writeFileSync(target, 'zip');
    end.resolve();
  }
  await settled('ada');
  await settled('bo');
  expect(exports.state('ada')).toEqual({ isUnderWay: false, bytes: 3, problem: null });
  // The file waits until it is fetched.
  expect(exports.waiting).toEqual(['ada', 'bo']);
  const { bytes } = exports.file('bo');
  for await (const chunk of 'stream' in bytes ? bytes.stream : []) expect(chunk).toHaveLength(3);
  expect(exports.waiting).toEqual(['ada']);
  expect(() => exports.file('eve')).toThrow(/There is no export/);
  exports.begin('ada', EVERYTHING);
  await begun(3);
  expect(left()).toHaveLength(2);
  await exports.close();
  expect(writes[2]?.signal.aborted).toBe(true);
  expect(left()).toEqual([]);
});

test.each([
  [new AppError('too-large', 'Too large.'), 'Too large.'],
  [new AppError('disk-full', 'ENOSPC: /secret/folder'), /^The disk of the server is full/],
  [new Error('/secret/folder'), /^Your data could not be exported/],
])('a failure is told without the folders of the server: %s', async (failure, told) => {
  const { exports, writes, begun, settled, left } = exportsOf();
  exports.begin('ada', EVERYTHING);
  await begun(1);
  writes[0]?.end.reject(failure);
  await settled('ada');
  const { problem, bytes } = exports.state('ada');
  expect(bytes).toBeNull();
  if (typeof told === 'string') expect(problem).toBe(told);
  else expect(problem).toMatch(told);
  expect(problem).not.toContain('secret');
  expect(left()).toEqual([]);
});
