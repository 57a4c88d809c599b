import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { chatStage } from '../../../../fixtures/claude/chat/chat-stage.ts';
import { aboutOf, chatLines } from '../../../../fixtures/claude/chat/read-chat.ts';
import { pressUntil } from '../../../../fixtures/claude/press-until.ts';
import { pressed, typePrompt } from '../../../../fixtures/claude/type-prompt.ts';
import { apiOf } from '../../../../fixtures/server/child-server.ts';
import { openWindow, type TerminalWindow } from '../../../../fixtures/terminal/terminal-window.ts';
import { findClaude } from '../../../../tools/claude.ts';

const claude = findClaude();
const ESCAPE = '\u001B';
const UP = '\u001B[A';
const CTRL_U = '\u0015';

describe.skipIf(claude === undefined && process.env['WARREN_REQUIRE_CLI'] !== '1')(
  'thoughts, rewinds and commands of the real CLI',
  () => {
    const { begin, holdAnswer } = chatStage({
      claude,
      prepare: (project) => {
        const commands = path.join(project, '.claude', 'commands');
        mkdirSync(commands, { recursive: true });
        writeFileSync(path.join(commands, 'my-check.md'), 'Say hello to $ARGUMENTS.');
      },
    });

    /** Goes back to before the prompt that is `prompts` prompts ago. */
    async function rewind(window: TerminalWindow, prompts: number): Promise<void> {
      const press = (key: string, until: RegExp) => pressUntil(pressed(window), key, until);
      await press(ESCAPE + ESCAPE, /Restore the code/u);
      for (let presses = 0; presses < prompts; presses += 1) {
        const before = window.screen.text;
        window.type(UP);
        await expect.poll(() => window.screen.text).not.toBe(before);
      }
      await press('\r', /1\. Restore conversation/u);
      await press('\r', /^(?![^]*(?:Never mind|Restore))/u);
      await press(CTRL_U, /^❯\s*$/mu);
    }

    test('what it thinks, for a moment or long, before and between calls, reads as the transcript says', async () => {
      const { prompt, says, agrees } = await begin();
      for (const [words, end] of [
        ['think for a moment', 'here is more.'],
        ['think for long', 'here it is.'],
        ['think between', 'said about it.'],
      ] as const) {
        await prompt(words);
        await says(end);
      }
      await agrees();
    });

    test('a command with arguments that waits for a turn stays, and one that does not exist is refused', async () => {
      const { prompt, says, agrees, chat, command, shows } = await begin();
      const release = holdAnswer();
      await prompt('slow paragraph of 80 words');
      await shows(/slow9 /u);
      await expect(command({ type: 'chat_input', content: '/no-such a b' })).rejects.toMatchObject({
        reason: 'unknown-command',
      });
      await command({ type: 'chat_input', content: '/my-check a b' });
      release();
      await says('Hello there.');
      await agrees();
      expect(chatLines(await chat())).toContain('person: /my-check a b');
    });

    // The last one, since it ends the terminal of the others.
    test('rewinds of one, two and all prompts grey what they leave, also after a kill of the server', async () => {
      const { prompt, says, agrees, chat, running, session, window, stands } = await begin();
      const hello = async (words: string) => {
        await prompt(words);
        await says('Hello there.');
        await stands('idle');
      };
      const left = async () =>
        (await chat())
          .flatMap(({ parts, content }) => (aboutOf(parts)?.isAbandoned && content.startsWith('hello') ? content : []))
          .toSorted();
      for (const words of ['hello one', 'hello two', 'hello three']) await hello(words);
      for (const [prompts, words] of [
        [1, 'hello four'],
        [2, 'hello five'],
        [2, 'hello six'],
      ] as const) {
        await rewind(window, prompts);
        await hello(words);
        await agrees();
      }
      const all = ['three', 'two', 'four', 'one', 'five'].map((name) => `hello ${name}`);
      await expect.poll(left).toEqual(all.toSorted());
      await running.restart();
      await agrees();
      await apiOf(running.server)('POST', `/api/terminals/${session}/restart`, {});
      await typePrompt(await openWindow(running.server, session), 'hello again');
      await agrees();
      await expect.poll(left).toEqual(all.toSorted());
    });
  },
);
