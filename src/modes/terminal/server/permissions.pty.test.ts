import { setTimeout as wait } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { addPerson } from '../../../../fixtures/server/add-person.ts';
import { childServerOfFile } from '../../../../fixtures/server/child-server-of-file.ts';
import { apiOf, type ChildServer } from '../../../../fixtures/server/child-server.ts';
import { openWindow } from '../../../../fixtures/terminal/terminal-window.ts';
import type { PermissionsAnswer, TerminalsAnswer } from '../protocol.ts';

const warren = childServerOfFile();

/** The first person of the server, and another one. */
async function withFurther(name: string) {
  const { home, server } = warren;
  const second = await addPerson(server, { home, name });
  return { server, second };
}

const cat = { folder: '/tmp', program: { kind: 'command', command: ['cat'] } };
const open = (who: Pick<ChildServer, 'url' | 'token'>) =>
  apiOf(who)<{ session: string }>('POST', '/api/terminals', cat);

test('the first person opens terminals, and decides whether others can', async () => {
  const { server, second } = await withFurther('Second');
  const [first, other] = [apiOf(server), apiOf(second)];
  expect(await first<TerminalsAnswer>('GET', '/api/terminals')).toMatchObject({ isAllowed: true });
  expect(await other<TerminalsAnswer>('GET', '/api/terminals')).toMatchObject({
    isAllowed: false,
    // The home of the account that runs the server.
    home: '/',
    shell: '',
    claude: null,
  });
  await expect(open(second)).rejects.toThrow(/no-terminals/);
  const past = { mode: 'terminal', folder: '/tmp', program: { kind: 'command', command: ['cat'] } };
  await expect(other('POST', '/api/sessions', { id: crypto.randomUUID(), ...past })).rejects.toThrow(/no-terminals/);
  for (const address of ['/api/terminals/folders', '/api/terminals/old', `/api/terminals/old/${crypto.randomUUID()}`])
    await expect(other('GET', address), address).rejects.toThrow(/no-terminals/);
  expect(await other<PermissionsAnswer>('GET', '/api/terminals/permissions')).toEqual({ people: [], atStop: null });

  const { people, atStop } = await first<PermissionsAnswer>('GET', '/api/terminals/permissions');
  expect(atStop).toEqual({ endsPrograms: true, waitHours: 1 });
  const theirs = people.find(({ name }) => name === 'Second')?.id;
  const own = people[0]?.id;
  expect(people.filter(({ isAllowed }) => isAllowed).map(({ id }) => id)).toEqual([own]);
  const forSecond = (isAllowed: boolean) => ({ person: theirs, isAllowed });
  await expect(other('PUT', '/api/terminals/permissions', forSecond(true))).rejects.toThrow(/refused/);
  await expect(first('PUT', '/api/terminals/permissions', { person: 'nobody', isAllowed: true })).rejects.toThrow(
    /not-found/,
  );

  await first('PUT', '/api/terminals/permissions', forSecond(true));
  const { session } = await open(second);
  const window = await openWindow(second, session);
  window.type('hello\r');
  await window.shows(/hello\s+hello/u);
  // Nobody else can open the terminal.
  expect(await openWindow(server, session).then(({ closed }) => closed)).toBe(1013);
  await expect(first('GET', `/api/sessions/${session}/screen`)).rejects.toThrow(/not-found/);

  await first('PUT', '/api/terminals/permissions', forSecond(false));
  const { terminals } = await other<TerminalsAnswer>('GET', '/api/terminals');
  expect(terminals).toMatchObject([{ session, status: 'ended', exit: { reason: 'stopped' } }]);
  await expect(other('POST', `/api/terminals/${session}/restart`, {})).rejects.toThrow(/no-terminals/);

  await first('PUT', '/api/terminals/permissions', { person: own, isAllowed: false });
  await expect(open(server)).rejects.toThrow(/no-terminals/);
  await first('PUT', '/api/terminals/permissions', { person: own, isAllowed: true });
  expect(await open(server)).toHaveProperty('session');
});

test('a program that starts while the permission is withdrawn does not keep running', async () => {
  const { server, second } = await withFurther('Third');
  const [first, other] = [apiOf(server), apiOf(second)];
  const { people } = await first<PermissionsAnswer>('GET', '/api/terminals/permissions');
  const theirs = people.find(({ name }) => name === 'Third')?.id;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await first('PUT', '/api/terminals/permissions', { person: theirs, isAllowed: true });
    const opening = open(second).catch(() => null);
    await wait(attempt);
    await first('PUT', '/api/terminals/permissions', { person: theirs, isAllowed: false });
    await opening;
  }
  const statuses = async () => {
    const { terminals } = await other<TerminalsAnswer>('GET', '/api/terminals');
    return terminals.map(({ status }) => status);
  };
  await expect.poll(async () => (await statuses()).every((status) => status === 'ended')).toBe(true);
});
