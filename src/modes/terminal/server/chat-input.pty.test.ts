import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, onTestFailed, onTestFinished, test } from 'vitest';

import { ChatAnswers } from '../../../../fixtures/claude/chat/chat-answers.ts';
import { chatLines, readChat, sinceClear } from '../../../../fixtures/claude/chat/read-chat.ts';
import { type ClaudeServer, type ClaudeSession, startClaudeServer } from '../../../../fixtures/claude/claude-server.ts';
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

    let home: string;
    let running: ClaudeServer;
    let shared: ClaudeSession | undefined;
    beforeAll(async () => {
      home = mkdtempSync(path.join(tmpdir(), 'warren-input-'));
      running = await startOn(home);
    });
    afterAll(async () => {
      await running.server.stop();
      rmSync(home, { recursive: true, force: true });
    });

    /** The terminal that tests share whose end leaves its input empty, with a new conversation. After a failure another one. */
    async function begin() {
      onTestFailed(() => {
        shared = undefined;
      });
      if (shared) await shared.clear();
      return typing((shared ??= await running.open()));
    }

    async function startOn(warrenHome: string): Promise<ClaudeServer> {
      const server = await startClaudeServer({ warrenHome, claude, provider: double.url });
      const project = path.join(server.home, 'project');
      const commands = path.join(project, '.claude', 'commands');
      mkdirSync(commands, { recursive: true });
      writeFileSync(path.join(project, 'notes.md'), 'n');
      writeFileSync(path.join(commands, 'my-check.md'), '---\nargument-hint: "[file]"\n---\nSay hello.');
      return server;
    }

    async function typing({ session, window }: ClaudeSession) {
      const { server } = running;
      const shows = (words: RegExp) => window.shows(words);
      await shows(EMPTY);
      const client = await connect(server);
      onTestFinished(() => client.close());
      /** Sends a message, as the page does, and returns what answers it. */
      const send = async (content: string, more: { readonly withDraft?: string } = {}) => {
        const answer = await client.ask({ type: 'chat_input', session, content, ...more });
        return answer as { readonly type: string; readonly reason?: string; readonly field?: string };
      };
      return {
        window,
        shows,
        send,
        /** Throws with what the screen shows if a message is refused. */
        accepts: async (content: string, more?: { readonly withDraft?: string }) => {
          const answer = await send(content, more);
          if (answer.type !== 'accepted')
            throw new Error(`${content} is answered with ${JSON.stringify(answer)}:\n${window.screen.text}`);
        },
        said: async () =>
          chatLines(sinceClear(await readChat(server, session)))
            .filter((line) => line.startsWith('person: '))
            .map((line) => line.replaceAll(/\s+/gu, ' ')),
      };
    }

    test('mentions and commands arrive as they were written, and blank messages nowhere', async () => {
      const { send, accepts, said, shows } = await begin();
      const messages = ['look at @no', '/my-check', '/my-check a\tb', 'tab\there 🎉 café 語', '(a|b)* [x] #1'];
      for (const message of messages) {
        await accepts(message);
        await expect.poll(said).toContain(`person: ${message.replaceAll(/\s+/gu, ' ')}`);
        await shows(EMPTY);
      }
      await accepts('/my-che');
      await shows(/Unknown (?:slash )?command: \/?my-che\b(?!ck)/u);
      for (const blank of ['\u200B', '\u2066 \uFEFF'])
        expect(await send(blank), JSON.stringify(blank)).toMatchObject({ reason: 'empty' });
      await shows(EMPTY);
    });

    test('another draft than the one that was shown is shown anew', async () => {
      const { send, accepts, said, window, shows } = await begin();
      window.type('half a');
      await shows(/^❯\shalf a\s*$/mu);
      expect(await send('and more')).toMatchObject({ reason: 'draft', field: 'half a' });
      window.type(' sentence');
      await shows(/half a sentence/u);
      expect(await send('and more', { withDraft: 'half a' })).toMatchObject({
        reason: 'draft',
        field: 'half a sentence',
      });
      await accepts('and more', { withDraft: 'half a sentence' });
      await expect.poll(said).toEqual(['person: half a sentence and more']);
    });

    test('a command that is typed during a turn does not interrupt it', async () => {
      const { accepts, said, shows } = await begin();
      await accepts('long story');
      await shows(/word9 /u);
      await accepts('/my-che');
      await shows(/my-che\b(?!ck)/u);
      await shows(/word120 /u);
      await expect.poll(said).toContain('person: long story');
    });

    test('what the person types in the terminal meanwhile is never sent', async () => {
      const { send, said, window, shows } = await typing(await running.open());
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
  },
);
