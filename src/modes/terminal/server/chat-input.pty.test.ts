import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { ChatAnswers } from '../../../../fixtures/claude/chat/chat-answers.ts';
import { chatLines, readChat } from '../../../../fixtures/claude/chat/read-chat.ts';
import { startClaudeServer } from '../../../../fixtures/claude/claude-server.ts';
import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { createProviderDouble, type ProviderDouble } from '../../../../fixtures/provider/provider-double.ts';
import { connect } from '../../../../fixtures/server/wire-client.ts';
import { findClaude } from '../../../../tools/claude.ts';

const claude = findClaude();
const EMPTY = /^❯\s*$/mu;

describe.skipIf(claude === undefined && process.env['WARREN_REQUIRE_CLI'] !== '1')(
  'chat input for the real CLI',
  () => {
    const answers = new ChatAnswers();
    let double: ProviderDouble;
    beforeAll(async () => {
      double = await createProviderDouble({ answer: answers.answer });
    });
    afterAll(() => double.close());

    async function start() {
      const running = await startClaudeServer({ warrenHome: temporaryFolder(), claude, provider: double.url });
      onTestFinished(async () => void (await running.server.stop()));
      const project = path.join(running.home, 'project');
      const commands = path.join(project, '.claude', 'commands');
      mkdirSync(commands, { recursive: true });
      writeFileSync(path.join(project, 'notes.md'), 'n');
      writeFileSync(path.join(commands, 'my-check.md'), '---\nargument-hint: "[file]"\n---\nSay hello.');
      const { session, window } = await running.open();
      const shows = (words: RegExp) => window.shows(words);
      await shows(/^❯/mu);
      const client = await connect(running.server);
      onTestFinished(() => client.close());
      return {
        window,
        shows,
        /** Sends a message, as the page does, and returns what answers it. */
        send: async (content: string, more: { readonly withDraft?: string } = {}) => {
          const answer = await client.ask({ type: 'chat_input', session, content, ...more });
          return answer as { readonly type: string; readonly reason?: string; readonly field?: string };
        },
        said: async () =>
          chatLines(await readChat(running.server, session)).flatMap((line) =>
            line.startsWith('person: ') ? [line.replaceAll(/\s+/gu, ' ')] : [],
          ),
      };
    }

    test('mentions and commands arrive as they were written, and blank messages nowhere', async () => {
      const { send, said, shows } = await start();
      const messages = ['look at @no', '/my-check', '/my-check a\tb', 'tab\there 🎉 café 語', '(a|b)* [x] #1'];
      for (const message of messages) {
        expect(await send(message), message).toMatchObject({ type: 'accepted' });
        await expect.poll(said).toContain(`person: ${message.replaceAll(/\s+/gu, ' ')}`);
        await shows(EMPTY);
      }
      expect(await send('/my-che')).toMatchObject({ type: 'accepted' });
      await shows(/Unknown (?:slash )?command: \/?my-che\b(?!ck)/u);
      for (const blank of ['\u200B', '\u2066 \uFEFF'])
        expect(await send(blank), JSON.stringify(blank)).toMatchObject({ reason: 'empty' });
      await shows(EMPTY);
    });

    test('what the person types in the terminal meanwhile is never sent', async () => {
      const { send, said, window, shows } = await start();
      const before = answers.prompts.length;
      let isSent = false;
      const sending = send('from the chat').finally(() => (isSent = true));
      let typed = 0;
      while (!isSent) {
        window.type('x');
        typed += 1;
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
      const answer = await sending;
      expect(typed).toBeGreaterThan(0);
      // By chance all letters may come behind the message.
      if (answer.type === 'accepted') {
        await expect.poll(async () => (await said()).length).toBe(1);
        expect(await said()).toEqual(['person: from the chat']);
        return;
      }
      expect(answer.reason).toMatch(/draft|unconfirmed/u);
      await shows(/^❯\s.*x/mu);
      expect(await said()).toEqual([]);
      expect(answers.prompts.slice(before)).toEqual([]);
    });

    test('a command that is typed during a turn does not interrupt it', async () => {
      const { send, said, shows } = await start();
      expect(await send('long story')).toMatchObject({ type: 'accepted' });
      await shows(/word9 /u);
      expect(await send('/my-che')).toMatchObject({ type: 'accepted' });
      await shows(/my-che\b(?!ck)/u);
      await shows(/word120 /u);
      expect(await said()).toContain('person: long story');
    });

    test('another draft than the one that was shown is shown anew', async () => {
      const { send, said, window, shows } = await start();
      window.type('half a');
      await shows(/^❯\shalf a\s*$/mu);
      expect(await send('and more')).toMatchObject({ reason: 'draft', field: 'half a' });
      window.type(' sentence');
      await shows(/half a sentence/u);
      expect(await send('and more', { withDraft: 'half a' })).toMatchObject({
        reason: 'draft',
        field: 'half a sentence',
      });
      expect(await send('and more', { withDraft: 'half a sentence' })).toMatchObject({ type: 'accepted' });
      await expect.poll(said).toEqual(['person: half a sentence and more']);
    });
  },
);
