import { afterAll, describe, expect, onTestFailed, onTestFinished, test } from 'vitest';

import { ClaudeAnswers } from '../../../../fixtures/claude/claude-answers.ts';
import type { ClaudeHomeOptions } from '../../../../fixtures/claude/claude-home.ts';
import { type ClaudeServer, type ClaudeSession, startClaudeServer } from '../../../../fixtures/claude/claude-server.ts';
import { folderOfFile, temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { doubleOfFile } from '../../../../fixtures/provider/double-of-file.ts';
import { findClaude } from '../../../../tools/claude.ts';

const claude = findClaude();
const DOWN = '\u001B[B';
const UP = '\u001B[A';
const ESCAPE = '\u001B';
const without = (words: string) => new RegExp(`^(?![^]*${words})`, 'u');

describe.skipIf(claude === undefined && process.env['WARREN_REQUIRE_CLI'] !== '1')('the real CLI', () => {
  const answers = new ClaudeAnswers();
  const double = doubleOfFile(answers.answer);

  async function open(home: Partial<ClaudeHomeOptions> & { environment?: Record<string, string> } = {}) {
    const started = await startClaudeServer({
      ...home,
      provider: double.url,
      warrenHome: temporaryFolder(),
      claude,
    });
    onTestFinished(async () => void (await started.server.stop()));
    return started.open();
  }

  test('the choice of a theme is set-up, and trust comes after it', async () => {
    const { window, stands, statuses, press } = await open({
      isSetUp: false,
      isTrusted: false,
      signIn: 'token',
    });
    await window.shows('Dark mode');
    await stands('set-up');
    await press('\r', /Press Enter to continue/u);
    await stands('set-up');
    await press('\r', /Yes, I trust this folder/u);
    await stands('waiting-for-trust');
    await press(DOWN, /❯\s(?:1\.\s)?Yes, I trust/u);
    await press('\r', /^❯\s*$/mu);
    await stands('idle');
    // A screen that is read while it is painted may match none of the statuses.
    const known = (await statuses()).filter((each) => each !== 'starting');
    expect(known.filter((each, index) => each !== known[index - 1])).toEqual(['set-up', 'waiting-for-trust', 'idle']);
  });

  test('an unapproved key and a sign-in are set-up', async () => {
    const { window, stands, prompt, press } = await open({ signIn: 'new-key' });
    await window.shows('Do you want to use this API key?');
    await stands('set-up');
    await press(UP, /❯\s(?:1\.\s)?Yes/u);
    await press('\r', /^❯\s*$/mu);
    await stands('idle');
    await prompt('/login');
    await window.shows('Select login method');
    await stands('set-up');
    await press(ESCAPE, /^❯\s*$/mu);
    await stands('idle');
  });

  describe('in one terminal', () => {
    const home = folderOfFile();
    let running: ClaudeServer | undefined;
    let session: ClaudeSession | undefined;
    afterAll(async () => void (await running?.server.stop()));

    /** The terminal, with a new conversation for each scene. After a failure, it opens another terminal. */
    async function begin(): Promise<ClaudeSession> {
      onTestFailed(() => {
        session = undefined;
      });
      running ??= await startClaudeServer({ provider: double.url, warrenHome: home, claude });
      if (session) await session.clear();
      return (session ??= await running.open());
    }

    test('a question of Claude Code is reported as one until it is answered', async () => {
      const { window, stands, detail, statuses, prompt, press } = await begin();
      const before = (await statuses()).length;
      await prompt('ask me');
      await window.shows('Enter to select');
      await stands('asks-a-question');
      await expect.poll(detail).toBe('AskUserQuestion: Which colour?');
      await press(DOWN, /❯ 2\. Blue/u);
      await press('\r', without('Enter to select'));
      await window.shows('All done.');
      await stands('idle');
      expect((await statuses()).slice(before)).not.toContain('needs-permission');
    });

    test('quotations of its own dialogs in answers and files change no status', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      answers.quoted = promise;
      const { window, stands, statuses, prompt, press } = await begin();
      const before = (await statuses()).length;
      await prompt('what does it look like');
      await window.shows('Select login method: Choose the text style');
      await stands('thinking');
      resolve();
      await window.shows('That is all.');
      await stands('idle');
      await prompt('write it down');
      await window.shows('Do you want to create');
      await stands('needs-permission');
      await press('1', without('Do you want to create'));
      await window.shows('All done.');
      await stands('idle');
      const allowed = ['starting', 'idle', 'thinking', 'running-a-tool', 'needs-permission'];
      expect((await statuses()).slice(before).filter((each) => !allowed.includes(each))).toEqual([]);
    });

    test('after /clear it is idle under another id, which is recorded', async () => {
      const { window, stands, claudeSessions, prompt } = await begin();
      await prompt('hello');
      await window.shows('Hello there.');
      await stands('idle');
      const before = await claudeSessions();
      await prompt('/clear');
      await expect.poll(claudeSessions).toHaveLength(before.length + 1);
      expect(before).not.toContain((await claudeSessions()).at(-1));
      await stands('idle');
      await prompt('second hello');
      await window.shows(/second hello[^]*Hello there\./u);
      await stands('idle');
      expect(await claudeSessions()).toHaveLength(before.length + 1);
    });

    test('a compaction is reported, and its end', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      answers.compacted = promise;
      const { window, stands, prompt } = await begin();
      for (const greeting of ['first hello', 'second hello', 'third hello']) {
        await prompt(greeting);
        await window.shows(new RegExp(`^❯\\s${greeting}[^]*Hello there\\.[^]*^✻ \\S+ for`, 'mu'));
        await stands('idle');
      }
      await prompt('/compact');
      await stands('compacting');
      resolve();
      await window.shows('Compacted');
      await stands('idle');
    });

    test('a failing request is retried until it is answered', async () => {
      answers.failures = 1_000;
      const { window, stands, prompt } = await begin();
      await prompt('try again');
      await stands('retrying');
      answers.failures = 0;
      await window.shows('Hello there.');
      await stands('idle');
    });
  });
});
