import path from 'node:path';

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import type { LastAction } from '#undo/protocol.ts';

import { claudeHome } from '../../../../fixtures/claude/claude-home.ts';
import { processesWith } from '../../../../fixtures/claude/processes-with.ts';
import { toolStory } from '../../../../fixtures/claude/tool-story.ts';
import { typePrompt } from '../../../../fixtures/claude/type-prompt.ts';
import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { createProviderDouble, type ProviderDouble } from '../../../../fixtures/provider/provider-double.ts';
import { apiOf, type ChildServer, startChildServer } from '../../../../fixtures/server/child-server.ts';
import { killHost } from '../../../../fixtures/terminal/end-host.ts';
import { git, isGitMissing } from '../../../../fixtures/terminal/git-repository.ts';
import { replayed } from '../../../../fixtures/terminal/replayed.ts';
import { openWindow } from '../../../../fixtures/terminal/terminal-window.ts';
import { findClaude } from '../../../../tools/claude.ts';
import type { ChangesAnswer } from '../changes/protocol.ts';
import type { TerminalRow } from '../protocol.ts';

const claude = findClaude();
if (claude === undefined)
  process.stderr.write('THE REAL CLI IS MISSING: its tests are skipped. npm test installs it.\n');

describe.skipIf(claude === undefined && process.env['WARREN_REQUIRE_CLI'] !== '1')('the real CLI', () => {
  let double: ProviderDouble;
  beforeAll(async () => {
    double = await createProviderDouble({ answer: toolStory });
  });
  afterAll(() => double.close());

  async function start() {
    const { project, env } = claudeHome({ provider: double.url });
    const home = temporaryFolder();
    const environment = { ...env, WARREN_OFFLINE: '1', WARREN_CLAUDE: claude };
    const startServer = () => startChildServer({ home, environment, isBare: true });
    const running: { server: ChildServer } = { server: await startServer() };
    onTestFinished(async () => void (await running.server.stop()));
    const call = <Answer>(method: string, url: string, body?: object) =>
      apiOf(running.server)<Answer>(method, url, body);
    return {
      home,
      project,
      running,
      call,
      open: async (more: object = {}) => {
        const wanted = { folder: project, billsKey: true, ...more };
        return (await call<{ session: string }>('POST', '/api/terminals', wanted)).session;
      },
      row: async (session: string) => {
        const { terminals } = await call<{ terminals: TerminalRow[] }>('GET', '/api/terminals');
        return terminals.find((each) => each.session === session)!;
      },
      restart: async () => {
        await running.server.kill();
        await killHost(home);
        running.server = await startServer();
      },
    };
  }

  test('after a kill of server and host nothing of it runs, its recording is whole, it goes on where it was, and a fork leaves it there', async () => {
    const { home, project, running, open, row, call, restart } = await start();
    if (!isGitMissing) git(project, 'init', '--quiet', '--initial-branch=main');
    const session = await open({ program: { kind: 'claude', arguments: ['--allowed-tools', 'Bash'] } });
    const changes = (since: string) => call<ChangesAnswer>('GET', `/api/terminals/${session}/changes?since=${since}`);
    const window = await openWindow(running.server, session);
    await typePrompt(window, 'make a file');
    await window.shows('All done.');
    await expect.poll(() => row(session).then((each) => each.status)).toBe('idle');
    if (!isGitMissing) {
      const { turns, files } = await changes('turn');
      expect(turns).toMatchObject([{ turn: 1, prompt: 'make a file' }]);
      expect(files).toMatchObject([{ path: 'made-it', status: 'added', staged: 'none' }]);
      const wanted = files.map(({ path: name, version }) => ({ path: name, version }));
      await call('POST', `/api/terminals/${session}/changes/revert`, { since: 'turn', files: wanted });
      expect((await changes('turn')).files).toEqual([]);
      const { last } = await call<LastAction>('GET', '/api/undo');
      expect(last?.label).toBe('Put back made-it');
      await call('POST', '/api/undo', { id: last?.id });
      expect((await changes('start')).files).toEqual(files);
    }
    // A second of what was shown may be lost.
    await expect.poll(() => replayed(path.join(home, 'recordings', `${session}.cast`))).toContain('All done.');

    await restart();
    await expect.poll(() => row(session)).toMatchObject({ status: 'lost', exit: { reason: 'lost' } });
    expect(processesWith(session)).toEqual([]);
    if (!isGitMissing) expect((await changes('start')).files).toMatchObject([{ path: 'made-it' }]);
    const old = (query = '') =>
      call<{ sessions: { claudeSession: string; title: string }[] }>('GET', `/api/terminals/old${query}`);
    const { sessions } = await old('?query=make+a+file');
    expect(sessions).toMatchObject([{ title: expect.stringMatching(/^ma[dk]e a file$/iu) }]);
    const resume = { claudeSession: sessions[0]?.claudeSession };
    // Twice at once is once.
    expect(await Promise.all([1, 2].map(() => open({ program: { kind: 'claude', resume } })))).toEqual([
      session,
      session,
    ]);
    const again = await openWindow(running.server, session);
    await again.shows('All done.');
    await expect.poll(() => row(session).then((each) => each.status)).toBe('idle');

    const fork = await open({ program: { kind: 'claude', resume: { ...resume, isFork: true } } });
    expect(fork).not.toBe(session);
    const other = await openWindow(running.server, fork);
    await other.shows('All done.');
    await expect.poll(() => row(fork).then(({ status }) => status)).toBe('idle');
    expect(other.screen.text.match(/^❯\smake a file/gmu)).toHaveLength(1);
    expect(other.screen.text.match(/All done\./gu)).toHaveLength(1);
    await typePrompt(other, 'what did you make');
    await other.shows('A file.');
    await expect.poll(async () => (await old()).sessions).toHaveLength(2);
    expect(await row(session)).toMatchObject({ status: 'idle', run: 2 });
    expect(again.screen.text).not.toContain('A file.');
    await typePrompt(again, 'what did you make');
    await again.shows('A file.');
  });
});
