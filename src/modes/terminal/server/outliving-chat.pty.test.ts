import { existsSync } from 'node:fs';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { ChatAnswers } from '../../../../fixtures/claude/chat/chat-answers.ts';
import { aboutOf, chatLines, readChat, readPermissions } from '../../../../fixtures/claude/chat/read-chat.ts';
import { transcriptLines } from '../../../../fixtures/claude/chat/transcript-lines.ts';
import { startClaudeServer } from '../../../../fixtures/claude/claude-server.ts';
import { readEvents } from '../../../../fixtures/claude/read-events.ts';
import { typePrompt } from '../../../../fixtures/claude/type-prompt.ts';
import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { createProviderDouble, type ProviderDouble } from '../../../../fixtures/provider/provider-double.ts';
import { apiOf } from '../../../../fixtures/server/child-server.ts';
import { connect } from '../../../../fixtures/server/wire-client.ts';
import { killHost } from '../../../../fixtures/terminal/end-host.ts';
import { replayed } from '../../../../fixtures/terminal/replayed.ts';
import { openWindow } from '../../../../fixtures/terminal/terminal-window.ts';
import { findClaude } from '../../../../tools/claude.ts';
import type { TerminalRow } from '../protocol.ts';

const claude = findClaude();
const WORDS = 200;
const PROMPT = `slow paragraph of ${WORDS} words`;

describe.skipIf(claude === undefined && process.env['WARREN_REQUIRE_CLI'] !== '1')('the real CLI in its host', () => {
  let double: ProviderDouble;
  beforeAll(async () => {
    double = await createProviderDouble({ answer: new ChatAnswers().answer });
  });
  afterAll(() => double.close());

  async function start() {
    const warrenHome = temporaryFolder();
    const environment = { WARREN_END_TERMINALS: '' };
    const running = await startClaudeServer({ warrenHome, claude, provider: double.url, environment });
    onTestFinished(async () => void (await running.server.stop()));
    const opened = await running.open();
    const { session } = opened;
    const chat = () => readChat(running.server, session);
    const answer = async () => (await chat()).findLast(({ author }) => author === 'assistant');
    return {
      ...opened,
      warrenHome,
      running,
      chat,
      answer,
      row: async () => {
        const { terminals } = await apiOf(running.server)<{ terminals: TerminalRow[] }>('GET', '/api/terminals');
        return terminals.find((each) => each.session === session);
      },
      window: () => openWindow(running.server, session),
      agrees: () =>
        expect.poll(async () => chatLines(await chat()), { timeout: 60_000 }).toEqual(transcriptLines(running.home)),
      /** Sends a command over a socket, as the page does. The reason if it was refused. */
      command: async (sent: { readonly type: string; readonly [field: string]: unknown }) => {
        const client = await connect(running.server);
        const given = await client.ask({ ...sent, session });
        await client.close();
        return given.type === 'error' ? (given as { readonly reason?: string }).reason : 'accepted';
      },
      /** The number of the last word on a screen. */
      lastWord: (text: string) => Number([...text.matchAll(/slow(\d+)/gu)].at(-1)?.[1] ?? -1),
    };
  }

  test('a turn is whole after a stop and a kill of the server, and its chat is what the transcript says', async () => {
    const { running, prompt, window, answer, agrees, row, stands, session } = await start();
    await prompt(PROMPT);
    await (await window()).shows(/slow20 /u);
    await running.restart('stop');
    await expect.poll(row).toMatchObject({ status: 'thinking', run: 1 });
    await (await window()).shows(/slow90 /u);
    await running.restart('kill');
    await (await window()).shows(new RegExp(`slow${WORDS - 1}`, 'u'));
    await stands('idle');
    await agrees();
    const whole = await answer();
    expect(whole?.content.split(' ').length).toBe(WORDS);
    expect(whole?.status).toBe('complete');
    expect(aboutOf(whole?.parts)?.isCutOff).toBeUndefined();
    // Its hooks come to the new server.
    await typePrompt(await window(), 'hello again');
    await expect.poll(async () => (await answer())?.content).toBe('Hello there.');
    await stands('idle');
    await agrees();
    const starts = (await readEvents(running.server, session)).filter(({ type }) => type === 'terminal_run_started');
    expect(starts).toHaveLength(1);
  });

  test('a permission that was asked of a server that is gone is answered once, in the chat of the next', async () => {
    const { running, prompt, session, stands, command, agrees, answer } = await start();
    const permissions = () => readPermissions(running.server, session);
    await prompt('need permission');
    await expect.poll(permissions).toMatchObject([{ resolved: null }]);
    const [asked] = await permissions();
    const permissionId = asked?.permissionId;
    await running.restart('kill');
    await stands('needs-permission');
    const allow = { type: 'answer_permission', permissionId, behavior: 'allow' };
    await expect.poll(() => command(allow)).toBe('accepted');
    expect(await command(allow)).toBe('answered');
    await expect.poll(async () => (await answer())?.content).toBe('It is made.');
    expect(existsSync(path.join(running.home, 'project', 'made-it.md'))).toBe(true);
    await stands('idle');
    expect(await permissions()).toMatchObject([{ permissionId, resolved: { by: 'chat', behavior: 'allow' } }]);
    await agrees();
  });

  test.each(['the host', 'both'] as const)('after a kill of %s the words that were shown stay', async (killed) => {
    const { running, prompt, window, lastWord, answer, chat, row, session, warrenHome } = await start();
    await prompt(PROMPT);
    const shown = await window();
    await shown.shows(/slow60 /u);
    const last = lastWord(shown.screen.text);
    await expect
      .poll(async () => lastWord(await replayed(path.join(warrenHome, 'recordings', `${session}.cast`))))
      .toBeGreaterThanOrEqual(last);
    if (killed === 'both') await running.restart('kill-all');
    else await killHost(warrenHome);
    await expect.poll(row).toMatchObject({ status: 'lost', exit: { reason: 'lost' } });
    await expect.poll(() => running.server.errors()).toContain(`Terminal ${session} is lost: `);
    await expect.poll(async () => (await answer())?.status).toBe('complete');
    const kept = await answer();
    expect(lastWord(kept?.content ?? '')).toBeGreaterThanOrEqual(last);
    expect(aboutOf(kept?.parts)).toMatchObject({ isCutOff: true });
    const before = (await chat()).map(({ id }) => id);

    await apiOf(running.server)('POST', `/api/terminals/${session}/restart`, {});
    const again = await window();
    await again.shows(/^❯\s*$/mu);
    await typePrompt(again, 'hello again');
    await expect.poll(async () => (await answer())?.content).toBe('Hello there.');
    expect((await chat()).map(({ id }) => id).slice(0, before.length)).toEqual(before);
    expect((await chat()).find(({ id }) => id === kept?.id)?.content).toBe(kept?.content);
    const said = JSON.stringify(await readEvents(running.server, session));
    expect(said).not.toContain('No response requested');
  });
});
