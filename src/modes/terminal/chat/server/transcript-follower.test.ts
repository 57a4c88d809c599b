import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { beforeEach, expect, test } from 'vitest';

import { temporaryFolder } from '../../../../../fixtures/database/temporary-folder.ts';
import { FileFollower, TranscriptFollower } from './transcript-follower.ts';

let file: string;
let follower: FileFollower;
beforeEach(() => {
  file = path.join(temporaryFolder(), 'one.jsonl');
  follower = new FileFollower(file);
});
/** Returns everything read so far, in any number of pieces. */
function readAll() {
  const pieces = [...follower.read()];
  return { lines: pieces.flatMap((piece) => piece.lines), isAnew: pieces.some((piece) => piece.isAnew) };
}
const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `{"line":${from + index},"at":"${from + index} o'clock"}`);
const write = (all: readonly string[]) => writeFileSync(file, all.map((line) => `${line}\n`).join(''));

test('a missing file has no lines, and added lines are read once', () => {
  expect(readAll()).toEqual({ lines: [], isAnew: false });
  write(lines(0, 2));
  expect(readAll()).toEqual({ lines: lines(0, 2), isAnew: false });
  expect(readAll()).toEqual({ lines: [], isAnew: false });
  appendFileSync(file, '{"torn":');
  expect(readAll()).toEqual({ lines: [], isAnew: false });
  appendFileSync(file, '1}\n');
  expect(readAll()).toEqual({ lines: ['{"torn":1}'], isAnew: false });
});

test('a line of 5 MB, and millions of empty lines, are read', () => {
  const long = `{"long":"${'x'.repeat(5_000_000)}"}`;
  write([long, ...lines(0, 1)]);
  expect(readAll().lines).toEqual([long, ...lines(0, 1)]);
  appendFileSync(file, '\n'.repeat(3_000_000));
  expect(readAll().lines.length).toBe(3_000_000);
});

test('a truncated file is reread', () => {
  write(lines(0, 5));
  readAll();
  write(lines(0, 2));
  expect(readAll()).toEqual({ lines: lines(0, 2), isAnew: true });
});

test('a file that was truncated and has grown past its old end is reread', () => {
  write(lines(0, 5));
  readAll();
  write([...lines(0, 2), ...lines(10, 20)]);
  expect(readAll()).toEqual({ lines: [...lines(0, 2), ...lines(10, 20)], isAnew: true });
});

test('another file under the same name is read from its beginning, whether recreated or renamed', () => {
  write(lines(0, 3));
  readAll();
  rmSync(file);
  write(lines(20, 30));
  expect(readAll()).toEqual({ lines: lines(20, 30), isAnew: true });
  writeFileSync(`${file}.tmp`, `${lines(40, 60).join('\n')}\n`);
  renameSync(`${file}.tmp`, file);
  expect(readAll()).toEqual({ lines: lines(40, 60), isAnew: true });
});

test('the files of subagents are followed with that of their session', () => {
  const transcript = new TranscriptFollower(file);
  write(lines(0, 1));
  const folder = path.join(path.dirname(file), 'one', 'subagents');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'agent-a1.jsonl'), `${lines(5, 6).join('')}\n`);
  writeFileSync(path.join(folder, 'agent-a1.meta.json'), '{}');
  expect([...transcript.read()]).toEqual([
    { agent: null, lines: lines(0, 1), isAnew: false },
    { agent: 'a1', lines: lines(5, 6), isAnew: false },
  ]);
});

test('a long file is read in pieces of some megabytes', () => {
  const long = Array.from({ length: 12 }, (_, index) => `{"line":${index},"long":"${'x'.repeat(1_000_000)}"}`);
  write(long);
  const pieces = [...follower.read()];
  expect(pieces.length).toBeGreaterThan(2);
  expect(pieces.flatMap((piece) => piece.lines)).toEqual(long);
});

test('a link or a pipe in the place of a file is not read', () => {
  const elsewhere = path.join(temporaryFolder(), 'elsewhere.jsonl');
  writeFileSync(elsewhere, `${lines(0, 1).join('')}\n`);
  symlinkSync(elsewhere, file);
  expect(readAll()).toEqual({ lines: [], isAnew: false });
  rmSync(file);
  execFileSync('mkfifo', [file]);
  expect(readAll()).toEqual({ lines: [], isAnew: false });
  rmSync(file);
  write(lines(3, 4));
  expect(readAll()).toEqual({ lines: lines(3, 4), isAnew: false });
});
