import { expect } from '@playwright/test';

import { IMITATION } from '../../fixtures/claude/chat/chat-texts.ts';
import type { Scene } from './scene.ts';

const LONG_PROMPT = `many lines\n\n  the third is indented\n${'a long line of words '.repeat(250)}\nthat is what many lines say`;
/** A hostile paste: sequences that clear the screen and end a paste, and an imitation of a dialog. */
const HOSTILE_PROMPT = `\u001B[2J\u001B[201~\u001B[?1049h what is this?\n${IMITATION}\n\u0003\u0004 1`;

/** Scenes with prose and prompts. */
export const TALKING: readonly Scene[] = [
  {
    name: 'prose with lists, tables, code, other scripts and pictures',
    isLong: true,
    async play(person) {
      await person.says('some prose');
      await person.hearsLast('The end.');
      await expect(person.chat.getByRole('table')).toContainText('apples');
      await expect(person.chat.getByRole('link', { name: 'link' })).toHaveAttribute('href', 'https://example.org/page');
    },
  },
  {
    name: 'a prompt of several lines, and one of 5,000 characters',
    isLong: true,
    async play(person) {
      await person.says('one line\nand another\n\nand a fourth');
      await person.hearsLast('Hello there.');
      await person.says(LONG_PROMPT);
      await person.hearsLast('That was long.');
      const { blocks } = await person.reads();
      expect(blocks.filter(({ kind }) => kind === 'person').at(-1)?.text).toBe(LONG_PROMPT);
    },
  },
  {
    name: 'a prompt that looks like escape sequences and a dialog',
    isLong: true,
    async play(person) {
      await person.says(HOSTILE_PROMPT);
      await person.hearsLast('Hello there.');
      await expect(person.prompts).toHaveCount(0);
      const { blocks } = await person.reads();
      expect(blocks.map(({ kind }) => kind)).toEqual(['person', 'assistant']);
      expect(blocks[0]?.text).toContain(IMITATION);
    },
  },
  {
    name: 'an interruption in prose and in a tool',
    isLong: true,
    async play(person) {
      await person.says('long story');
      await person.hears('word9 ');
      await person.composer.press('Escape');
      await person.hears('You interrupted Claude Code');
      await person.rests();
      await person.says('sleep in a tool');
      await expect(person.chat.locator('[data-tool]')).toContainText('running');
      await person.inTerminal(async () => {
        await expect(person.terminal).toContainText('Bash(sleep 30)');
        await person.page.keyboard.press('Escape');
        await expect(person.terminal).toContainText(/Interrupted/u);
      });
      await expect(person.chat.locator('[data-tool]')).toContainText('interrupted');
      await person.says('hello');
      await person.hearsLast('Hello there.');
    },
  },
  {
    name: 'messages in mid-turn, one that waits and one that the turn takes in',
    isLong: true,
    async play(person) {
      await person.says('slow paragraph');
      await person.hears('slow9 ');
      await person.says('queued words');
      await person.hearsLast('Hello there.');
      await person.says('tools in a row');
      await person.hears('First I look');
      await person.says('absorbed words');
      await person.hearsLast('All three are done.');
    },
  },
  {
    name: 'a window that changes its width in mid-stream',
    isLong: true,
    async play(person) {
      await person.says('slow paragraph');
      await person.inTerminal(async () => {
        await person.screenShows(/slow9 /u);
        await person.widens(person.columns + 30);
        await person.screenShows(/slow30 /u);
        await person.widens(person.columns);
      });
      await person.hearsLast('slow79');
    },
  },
  {
    name: 'requests that fail and are tried again, and one that cannot be answered',
    isLong: true,
    async play(person) {
      person.stage.answers.failures = 3;
      await person.says('try again');
      await person.hears('Claude Code tries again');
      await person.hearsLast('Hello there.');
      await person.says('refuse this');
      await person.hears('The provider answered with an error');
      await person.rests();
      await person.says('hello again');
      await expect(person.chat.getByText('Hello there.')).toHaveCount(2);
      await person.rests();
    },
  },
];
