import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { succeeds } from '#kernel/succeeds.ts';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { childServerOfFile } from '../../../../fixtures/server/child-server-of-file.ts';
import type { ChildServer } from '../../../../fixtures/server/child-server.ts';
import { replayed } from '../../../../fixtures/terminal/replayed.ts';
import { shell, terminalsOf } from '../../../../fixtures/terminal/terminals-of.ts';
import { requireFolder } from '../running/server/folders.ts';

const warren = childServerOfFile();

/** Opens terminals in a new folder; `rows` are the terminals that were opened since. */
async function begin() {
  const { server } = warren;
  const { rows: all, open, ...terminals } = terminalsOf(() => server);
  const before = (await all()).map(({ session }) => session);
  const recordings = path.join(warren.home, 'recordings');
  return {
    ...terminals,
    folder: temporaryFolder(),
    server,
    recordingOf: (session: string) => path.join(recordings, `${session}.cast`),
    recordings: () => (existsSync(recordings) ? readdirSync(recordings) : []),
    open: (folder: string, command: readonly string[]) => open(command, { folder }),
    rows: async () => (await all()).filter(({ session }) => !before.includes(session)),
  };
}

/** Processes that a server has started and that are still running. */
function childrenOf({ process: { pid } }: ChildServer): readonly string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
}

test('a program that cannot be started is refused with the reason, and nothing is stored or left running', async () => {
  const { folder: home, server, open, rows, recordings } = await begin();
  const [processes, recorded] = [childrenOf(server), recordings()];
  const file = path.join(home, 'a-file');
  writeFileSync(file, 'echo never');
  chmodSync(file, 0o600);
  const gone = path.join(home, 'gone');
  const refusals: readonly [string, readonly string[], RegExp, string][] = [
    [gone, ['cat'], /There is no folder .*gone/u, 'folder'],
    [file, ['cat'], /is not a folder. Choose a folder/u, 'folder'],
    [path.join(file, 'inside'), ['cat'], /There is no folder/u, 'folder'],
    ['relative/path', ['cat'], /by its whole path/u, 'folder'],
    ['', ['cat'], /Name a folder/u, 'folder'],
    [`${home}\0x`, ['cat'], /NUL/u, 'folder'],
    [home, ['no-such-program-here'], /no program no-such-program-here .*Check its name/u, 'program.command'],
    [home, [file], /no program .*a-file that can be run/u, 'program.command'],
    [home, [home], /no program/u, 'program.command'],
    [home, ['./gone'], /no program/u, 'program.command'],
    [home, [''], /no program/iu, 'program.command'],
    [home, ['echo', 'a\0b'], /NUL/u, 'program.command.1'],
    [home, ['echo', 'x'.repeat(4_001)], /4,?000/u, 'program.command.1'],
    [home, Array.from({ length: 101 }, () => 'x'), /100/u, 'program.command'],
  ];
  for (const [folder, command, what, field] of refusals) {
    const refused = await open(folder, command).then(
      () => 'it was started',
      (error: Error) => error.message,
    );
    expect(refused).toMatch(what);
    expect(refused).toContain(`"field":"${field}"`);
  }
  expect(await rows()).toEqual([]);
  expect(childrenOf(server).filter((pid) => !processes.includes(pid))).toEqual([]);
  expect(recordings()).toEqual(recorded);
});

test('arguments reach the program unchanged: empty, long, and with characters that a shell would expand', async () => {
  const { folder, open, window: windowOn } = await begin();
  const given = ['', '$HOME; exit 9', '*', "it's", 'ü'.repeat(2_000), '-n'];
  const script = 'for each; do printf "<%s>" "$each"; done; cat';
  const window = await windowOn(await open(folder, [...shell(script), 'sh', ...given]));
  await window.shows('<-n>');
  expect(window.screen.text.replaceAll('\n', '').trimEnd()).toBe(given.map((each) => `<${each}>`).join(''));
});

test('a program that ends at once is shown with its output and exit, and its recording is complete', async () => {
  const { folder, window: windowOn, open, rows, recordingOf } = await begin();
  const sessions = await Promise.all(
    Array.from({ length: 5 }, (_, index) => open(folder, shell(`printf 'last word ${index}'; exit ${index}`))),
  );
  await expect.poll(async () => (await rows()).filter(({ status }) => status === 'ended').length).toBe(5);
  const ended = await rows();
  for (const [index, session] of sessions.entries()) {
    const row = ended.find((each) => each.session === session);
    expect(row).toMatchObject({ run: 1, exit: { exitCode: index, signal: null, reason: 'exited' } });
    const window = await windowOn(session);
    await window.shows(`last word ${index}`);
    expect(window.told).toContainEqual({ type: 'running', isRunning: false });
    expect(await replayed(recordingOf(session))).toContain(`last word ${index}`);
  }
});

test('the last screens of recently ended terminals stay, and one that is open in a window', async () => {
  const { folder, window: windowOn, open, row, call } = await begin();
  const ended = (session: string) => expect.poll(async () => (await row(session))?.status).toBe('ended');
  const hasScreen = (session: string) => succeeds(call('GET', `/api/sessions/${session}/screen`));
  const viewed = await open(folder, shell('echo first; read line; echo bye'));
  const window = await windowOn(viewed);
  await window.shows('first');
  const unseen: string[] = [];
  for (let count = 0; count < 7; count += 1) {
    const session = await open(folder, shell('echo done'));
    await ended(session);
    unseen.push(session);
  }
  window.type('\r');
  await ended(viewed);
  await window.shows('bye');
  await expect.poll(() => hasScreen(unseen[1] ?? '')).toBe(false);
  expect(await Promise.all(unseen.map(hasScreen))).toEqual([false, false, true, true, true, true, true]);
  expect(await hasScreen(viewed)).toBe(true);
});

test('the program survives the removal of its folder; a restart reports that, and works once the folder is back', async () => {
  const { folder: parent, window: windowOn, open, rows, call, recordingOf } = await begin();
  const folder = path.join(parent, 'project');
  mkdirSync(folder);
  const session = await open(folder, shell('echo started; read line; echo "got $line"'));
  const window = await windowOn(session);
  await window.shows('started');
  rmdirSync(folder);
  window.type('it\r');
  await window.shows('got it');
  await expect.poll(rows).toMatchObject([{ status: 'ended', exit: { exitCode: 0 } }]);

  await expect(call('POST', `/api/terminals/${session}/restart`, {})).rejects.toThrow(/There is no folder .*project/u);
  const message = expect.stringMatching(/There is no folder/u);
  expect(await rows()).toMatchObject([{ run: 2, exit: { reason: 'failed', message } }]);
  expect(await replayed(recordingOf(session))).toContain('got it');
  mkdirSync(folder);
  await call('POST', `/api/terminals/${session}/restart`, {});
  const again = await windowOn(session);
  await again.shows('started');
  expect(await rows()).toMatchObject([{ run: 3, status: 'running', exit: null }]);
});

test('a folder that Warren cannot open is refused with a remedy', async (context) => {
  const locked = path.join(temporaryFolder(), 'locked');
  mkdirSync(path.join(locked, 'inside'), { recursive: true });
  chmodSync(locked, 0o000);
  onTestFinished(() => chmodSync(locked, 0o700));
  if (process.getuid?.() === 0) {
    if (!process.seteuid) context.skip();
    // As nobody, because root ignores the permissions of folders.
    process.seteuid?.(65_534);
    onTestFinished(() => process.seteuid?.(0));
  }
  await expect(requireFolder(path.join(locked, 'inside'), '/')).rejects.toThrow(
    /may not open .*Choose another folder, or change its permissions/u,
  );
});
