import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import type { BackupsAnswer } from '#backups/protocol.ts';
import type { Status } from '#status/protocol.ts';

import { mountSmallDisk } from '../../fixtures/database/small-disk.ts';
import { temporaryFolder } from '../../fixtures/database/temporary-folder.ts';
import { addPerson } from '../../fixtures/server/add-person.ts';
import { beginSession } from '../../fixtures/server/begin-session.ts';
import { apiOf, startChildServer } from '../../fixtures/server/child-server.ts';
import { runHere } from '../../fixtures/server/run-here.ts';
import { startServer } from '../../fixtures/server/start-server.ts';
import { connect } from '../../fixtures/server/wire-client.ts';
import { run as attach } from './commands/attach.ts';
import { run } from './commands/status.ts';

const POINTS = ['Adenosine builds up while we are awake.'];

async function status(home: string): Promise<Status> {
  const { code, output } = await runHere(run, { flags: { json: true }, environment: { WARREN_HOME: home } });
  expect(code).toBe(0);
  return JSON.parse(output) as Status;
}

test('status asks the running server, and reads the folder if there is none', async () => {
  const home = path.join(temporaryFolder(), 'home');
  const server = await startServer({ home });
  const { session } = await beginSession(apiOf(server), POINTS, 'Caffeine');
  const client = await connect(server);
  await client.ask({ type: 'subscribe', session });
  const running = await status(home);
  expect(running).toMatchObject({
    address: server.url,
    home,
    database: path.join(home, 'warren.db'),
    sessions: 1,
    liveSessions: 1,
    people: 1,
    problems: [],
  });
  expect(running.homeBytes).toBeGreaterThan(100_000);
  expect(running.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(running.models).toContainEqual(expect.objectContaining({ role: 'tutor', playedBy: 'Built in' }));

  await client.close();
  await server.close();
  // Keeps the other folders that the server has created.
  rmSync(path.join(home, 'backups'), { recursive: true, force: true });
  expect(await status(home)).toMatchObject({ lastBackup: null });
  const backup = path.join(home, 'backups', 'warren-2020-01-01T03-00-00-000Z.db');
  mkdirSync(path.dirname(backup));
  writeFileSync(backup, '');
  expect(await status(home)).toMatchObject({
    address: null,
    sessions: 1,
    liveSessions: null,
    lastBackup: { file: backup },
    models: running.models,
  });
  const inWords = async () => (await runHere(run, { environment: { WARREN_HOME: home } })).output;
  const output = await inWords();
  expect(output).toMatch(/^Server +not running$/m);
  expect(output).toMatch(/^Last backup +\S+warren-2020-\S+\.db, \d+ \w+ ago$/m);
  expect(output).toMatch(/^Problems +none$/m);
  renameSync(backup, backup.replace('2020', '2999'));
  expect(await inWords()).toMatch(/^Last backup +\S+warren-2999-\S+\.db, dated later than now: /m);
});

test('without a server status checks the disk itself', async (context) => {
  // Small enough to be nearly full from the start.
  const disk = mountSmallDisk(32);
  if (!disk) return context.skip('only root may mount a small disk');
  const home = path.join(disk.folder, 'home');
  const server = await startServer({ home });
  await server.close();
  disk.fill();
  await expect(status(home)).rejects.toThrow(`The disk of ${home} is full. Make room on it, then try again.`);
  disk.clear();
  expect(await status(home)).toMatchObject({ address: null, problems: [expect.stringMatching(/^The disk is full/)] });
});

test('status reports failing backups with the reason', async () => {
  const home = path.join(temporaryFolder(), 'home');
  const server = await startServer({ home });
  rmSync(path.join(home, 'backups'), { recursive: true, force: true });
  writeFileSync(path.join(home, 'backups'), 'in the way');
  await expect
    .poll(async () => (await apiOf(server)<BackupsAnswer>('POST', '/api/backups')).backups?.problem)
    .toMatch(/cannot be made/);
  expect((await status(home)).problems).toEqual([
    expect.stringMatching(/^No backup could be made\. The folder \S+backups cannot be made\./),
  ]);
});

test('a further person cannot see the status of the server', async () => {
  const home = path.join(temporaryFolder(), 'home');
  const server = await startServer({ home });
  const { token } = await addPerson(server, { home, name: 'Grace' });
  const answer = await fetch(`${server.url}/api/status`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(409);
});

test('a killed server does not count as running, and a program that now has its port gets no token', async () => {
  const home = path.join(temporaryFolder(), 'home');
  const asked: (string | undefined)[] = [];
  const other = createServer(({ url }, response) => {
    asked.push(url);
    response.end('{}');
  });
  onTestFinished(() => void other.close());
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const server = await startChildServer({ home });
  await server.kill();
  // Pretends that the program got that port. Binding to it would fail if another process has it by now.
  const note = path.join(home, 'owner.json');
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  writeFileSync(note, readFileSync(note, 'utf8').replace(server.url, address));
  expect(readFileSync(note, 'utf8')).toContain(address);
  expect(await status(home)).toMatchObject({ address: null, problems: [] });
  await expect(runHere(attach, { environment: { WARREN_HOME: home } })).rejects.toThrow('Warren does not run here');
  expect(asked).toEqual([]);
});
