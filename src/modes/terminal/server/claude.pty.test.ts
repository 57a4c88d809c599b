import path from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import type { LastAction } from '#undo/protocol.ts';

import { startClaudeServer } from '../../../../fixtures/claude/claude-server.ts';
import { processesWith } from '../../../../fixtures/claude/processes-with.ts';
import { toolStory } from '../../../../fixtures/claude/tool-story.ts';
import { typePrompt } from '../../../../fixtures/claude/type-prompt.ts';
import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { doubleOfFile } from '../../../../fixtures/provider/double-of-file.ts';
import { git, isGitMissing } from '../../../../fixtures/terminal/git-repository.ts';
import { replayed } from '../../../../fixtures/terminal/replayed.ts';
import { terminalsOf } from '../../../../fixtures/terminal/terminals-of.ts';
import { findClaude } from '../../../../tools/claude.ts';
import type { ChangesAnswer } from '../changes/protocol.ts';

const claude = findClaude();
if (claude === undefined)
  process.stderr.write('THE REAL CLI IS MISSING: its tests are skipped. npm test installs it.\n');

describe.skipIf(claude === undefined && process.env['WARREN_REQUIRE_CLI'] !== '1')('the real CLI', () => {
  const double = doubleOfFile(toolStory);

  async function start() {
    const home = temporaryFolder();
    const running = await startClaudeServer({ warrenHome: home, claude, provider: double.url });
    onTestFinished(async () => void (await running.server.stop()));
    const { row, ...terminals } = terminalsOf(() => running.server);
    const project = path.join(running.home, 'project');
    return {
      ...terminals,
      home,
      project,
      running,
      open: (program: object) => terminals.open([], { folder: project, billsKey: true, program }),
      row: async (session: string) => (await row(session))!,
    };
  }

  test('after a kill of server and host nothing of it runs, its recording is complete, it resumes, and a fork leaves the original', async () => {
    const { home, project, running, open, row, call, window: windowOn } = await start();
    if (!isGitMissing) git(project, 'init', '--quiet', '--initial-branch=main');
    const session = await open({ kind: 'claude', arguments: ['--allowed-tools', 'Bash'] });
    const changes = (since: string) => call<ChangesAnswer>('GET', `/api/terminals/${session}/changes?since=${since}`);
    const window = await windowOn(session);
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
    // The latest second of output can be lost.
    await expect.poll(() => replayed(path.join(home, 'recordings', `${session}.cast`))).toContain('All done.');

    await running.restart();
    await expect.poll(() => row(session)).toMatchObject({ status: 'lost', exit: { reason: 'lost' } });
    expect(processesWith(session)).toEqual([]);
    if (!isGitMissing) expect((await changes('start')).files).toMatchObject([{ path: 'made-it' }]);
    const old = (query = '') =>
      call<{ sessions: { claudeSession: string; title: string }[] }>('GET', `/api/terminals/old${query}`);
    const { sessions } = await old('?query=make+a+file');
    expect(sessions).toMatchObject([{ title: expect.stringMatching(/^ma[dk]e a file$/iu) }]);
    const resume = { claudeSession: sessions[0]?.claudeSession };
    // Two requests at once have one effect.
    expect(await Promise.all([1, 2].map(() => open({ kind: 'claude', resume })))).toEqual([session, session]);
    const again = await windowOn(session);
    await again.shows('All done.');
    await expect.poll(() => row(session).then((each) => each.status)).toBe('idle');

    const fork = await open({ kind: 'claude', resume: { ...resume, isFork: true } });
    expect(fork).not.toBe(session);
    const other = await windowOn(fork);
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
