import { expect, onTestFinished, test } from 'vitest';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { apiOf, startChildServer } from '../../../../fixtures/server/child-server.ts';
import { openWindow } from '../../../../fixtures/terminal/terminal-window.ts';
import type { TerminalRow } from '../protocol.ts';

test('the last screens of terminals that ended lately stay, and one that somebody looks at', async () => {
  const server = await startChildServer({ home: temporaryFolder() });
  onTestFinished(async () => void (await server.stop()));
  const call = apiOf(server);
  const start = async (script: string) => {
    const program = { kind: 'command', command: ['sh', '-c', script] };
    return (await call<{ session: string }>('POST', '/api/terminals', { folder: '/tmp', program })).session;
  };
  const ended = async (session: string) => {
    const row = async () => {
      const { terminals } = await call<{ terminals: TerminalRow[] }>('GET', '/api/terminals');
      return terminals.find((each) => each.session === session)?.status;
    };
    await expect.poll(row).toBe('ended');
  };
  const hasScreen = async (session: string) => {
    const answer = await fetch(`${server.url}/api/sessions/${session}/screen`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    return answer.ok;
  };

  const viewed = await start('echo first; read line; echo bye');
  const window = await openWindow(server, viewed);
  await window.shows('first');
  const unseen: string[] = [];
  for (let count = 0; count < 7; count += 1) {
    const session = await start('echo done');
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
