import { expect } from '@playwright/test';

import type { Scene } from './scene.ts';

const TURNS = 30;
const CALLS = 200;

/** Scenes with tools, subagents and the history. */
export const WORKING: readonly Scene[] = [
  {
    name: 'tools in a row, in parallel, and one that fails',
    isLong: true,
    async play(person) {
      await person.says('tools in a row');
      await person.hearsLast('All three are done.');
      await person.types('tools in parallel');
      await person.hearsLast('They are red, green and blue.');
      await person.says('a failing tool');
      await person.hearsLast('It failed with 3.');
      await expect(person.chat.locator('[data-tool]').last()).toContainText('failed');
    },
  },
  {
    name: 'an output that imitates bubbles, prompts and dialogs',
    isLong: true,
    async play(person) {
      await person.says('imitate');
      await person.hearsLast('That is all.');
      await expect(person.prompts).toHaveCount(0);
      const { blocks } = await person.reads();
      expect(blocks.map(({ kind }) => kind)).toEqual(['person', 'assistant', 'tool', 'assistant']);
    },
  },
  {
    name: 'a subagent stands inside its call',
    isLong: true,
    async play(person) {
      await person.says('a subagent');
      await person.hearsLast('There are three files.');
      await person.reads();
      const call = person.chat.locator('[data-tool]').first();
      await call.getByText('What the subagent did, one call').click();
      await expect(call.locator('details')).toContainText(/I count\..*Bash.*Three files\./su);
    },
  },
  {
    name: 'a compaction and a cleared conversation',
    isLong: true,
    async play(person) {
      await person.says('tools in a row');
      await person.hearsLast('All three are done.');
      await person.says('/compact');
      await person.hears('summarised its history');
      await person.rests();
      await person.says('hello again');
      await person.hearsLast('Hello there.');
      await person.says('/clear');
      await person.hears('The conversation was cleared here');
      await person.says('hello after that');
      await expect(person.chat.getByText('Hello there.')).toHaveCount(2);
      await person.rests();
    },
  },
  {
    name: 'thirty turns with two hundred calls',
    isLong: true,
    async play(person) {
      for (let turn = 1; turn <= TURNS; turn += 1) {
        await person.says(`turn ${turn} of many`);
        await person.hearsLast(`Turn ${turn} is done.`);
      }
      const { blocks } = await person.reads();
      expect(new Set(blocks.flatMap(({ id }) => id ?? [])).size).toBe(CALLS);
    },
  },
];
