import { existsSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { chatStage } from '../../../../fixtures/claude/chat/chat-stage.ts';
import { aboutOf } from '../../../../fixtures/claude/chat/read-chat.ts';
import { readEvents } from '../../../../fixtures/claude/read-events.ts';
import { typePrompt } from '../../../../fixtures/claude/type-prompt.ts';
import { apiOf } from '../../../../fixtures/server/child-server.ts';
import { killHost } from '../../../../fixtures/terminal/end-host.ts';
import { replayed } from '../../../../fixtures/terminal/replayed.ts';
import { terminalsOf } from '../../../../fixtures/terminal/terminals-of.ts';
import { findClaude } from '../../../../tools/claude.ts';

const claude = findClaude();
const WORDS = 200;
const PROMPT = `slow paragraph of ${WORDS} words`;

describe.skipIf(claude === undefined && process.env['WARREN_REQUIRE_CLI'] !== '1')('the real CLI in its host', () => {
  const { begin, holdAnswer, warrenHome } = chatStage({
    claude,
    environment: { WARREN_END_TERMINALS: '' },
    open: (running) => running.open(),
  });

  /** Opens another terminal on the server of this file. */
  async function start() {
    const stage = await begin({ isNew: true });
    const { session, running, chat } = stage;
    const { row, window } = terminalsOf(() => running.server);
    return {
      ...stage,
      answer: async () => (await chat()).findLast(({ author }) => author === 'assistant'),
      row: () => row(session),
      window: () => window(session),
      /** The number of the last word on a screen. */
      lastWord: (text: string) => Number([...text.matchAll(/slow(\d+)/gu)].at(-1)?.[1] ?? -1),
    };
  }

  test('a turn is complete after a stop and a kill of the server, and a waiting question is answered once in the next chat', async () => {
    const { running, prompt, window, answer, agrees, row, stands, session, command, permissions } = await start();
    const release = holdAnswer();
    await prompt(PROMPT);
    await (await window()).shows(/slow20 /u);
    await running.restart('stop');
    await expect.poll(row).toMatchObject({ status: 'thinking', run: 1 });
    await (await window()).shows(/slow60 /u);
    await running.restart('kill');
    await expect.poll(row).toMatchObject({ status: 'thinking', run: 1 });
    release();
    await (await window()).shows(new RegExp(`slow${WORDS - 1}`, 'u'));
    await stands('idle');
    await agrees();
    const whole = await answer();
    expect(whole?.content.split(' ').length).toBe(WORDS);
    expect(whole?.status).toBe('complete');
    expect(aboutOf(whole?.parts)?.isCutOff).toBeUndefined();

    // Its hooks reach the new server.
    await typePrompt(await window(), 'need permission');
    await expect.poll(permissions).toMatchObject([{ resolved: null }]);
    const [asked] = await permissions();
    await running.restart('kill');
    await stands('needs-permission');
    const allow = { type: 'answer_permission', permissionId: asked?.permissionId, behavior: 'allow' };
    // Its connection may not be open yet.
    const answerOf = () =>
      command(allow).then(
        () => 'accepted',
        ({ reason }: { reason?: string }) => reason,
      );
    await expect.poll(answerOf).toBe('accepted');
    expect(await answerOf()).toBe('answered');
    await expect.poll(async () => (await answer())?.content).toBe('It is made.');
    expect(existsSync(path.join(running.home, 'project', 'made-it.md'))).toBe(true);
    await stands('idle');
    expect(await permissions()).toMatchObject([{ ...asked, resolved: { by: 'chat', behavior: 'allow' } }]);
    await agrees();
    const starts = (await readEvents(running.server, session)).filter(({ type }) => type === 'terminal_run_started');
    expect(starts).toHaveLength(1);
  });

  test('after a kill of the host, and of both, the shown words stay', async () => {
    const { running, window, lastWord, answer, chat, row, session } = await start();
    holdAnswer();
    const recording = path.join(warrenHome, 'recordings', `${session}.cast`);
    const keepsWords = async (kill: () => Promise<void>) => {
      const shown = await window();
      await typePrompt(shown, PROMPT);
      await shown.shows(new RegExp(`${PROMPT}\\s[^❯]*slow60 `, 'u'));
      const last = lastWord(shown.screen.text);
      await expect.poll(async () => lastWord(await replayed(recording))).toBeGreaterThanOrEqual(last);
      await kill();
      await expect.poll(row).toMatchObject({ status: 'lost', exit: { reason: 'lost' } });
      await expect.poll(() => running.server.errors()).toContain(`Terminal ${session} is lost: `);
      await expect.poll(async () => aboutOf((await answer())?.parts)).toMatchObject({ isCutOff: true });
      const kept = await answer();
      expect(lastWord(kept?.content ?? '')).toBeGreaterThanOrEqual(last);
      expect(kept?.status).toBe('complete');
      return kept;
    };

    const kept = await keepsWords(() => killHost(warrenHome));
    const before = (await chat()).map(({ id }) => id);
    await apiOf(running.server)('POST', `/api/terminals/${session}/restart`, {});
    const again = await window();
    await again.shows(/^❯\s*$/mu);
    await typePrompt(again, 'hello again');
    await expect.poll(async () => (await answer())?.content).toBe('Hello there.');
    expect((await chat()).map(({ id }) => id).slice(0, before.length)).toEqual(before);
    expect((await chat()).find(({ id }) => id === kept?.id)?.content).toBe(kept?.content);

    await keepsWords(() => running.restart('kill-all'));
    expect(JSON.stringify(await readEvents(running.server, session))).not.toContain('No response requested');
  });
});
