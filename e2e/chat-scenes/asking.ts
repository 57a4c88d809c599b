import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect } from '@playwright/test';

import { leavesAndReturns } from './leaving.ts';
import type { Person } from './person.ts';
import type { Scene } from './scene.ts';

const button = (person: Person, name: string) => person.page.getByRole('button', { name, exact: true });
/** The line about the last answer to a permission. */
const answered = (person: Person, how: string) =>
  expect(person.chat.locator('output').filter({ hasText: how })).toBeVisible();

/** Scenes with prompts of Claude Code. */
export const ASKING: readonly Scene[] = [
  {
    name: 'permissions that are denied, allowed, answered in the terminal and left open, a question, a plan, and a browser that is away',
    async play(person) {
      await person.says('need permission');
      await expect(person.prompts).toContainText('made-it.md');
      await button(person, 'Deny …').click();
      await person.page.getByRole('textbox', { name: /What should it do instead/u }).fill('Leave it.');
      await button(person, 'Deny').click();
      // The call shows the words that it would write, so only the separate message says that the turn is over.
      await expect(person.chat.getByText('It is made.', { exact: true })).toHaveCount(1);
      await person.rests();
      expect(existsSync(path.join(person.folder, 'made-it.md'))).toBe(false);
      await expect(person.chat.locator('[data-tool]')).toContainText(/denied|failed/u);
      await answered(person, 'Denied in Warren');

      await person.says('write a file');
      await expect(person.prompts).toContainText('One line.');
      await person.inTerminal(async () => {
        await expect(person.terminal).toContainText('Do you want to');
        await person.presses('1', /Now I change it/u);
      });
      await answered(person, 'in the terminal: Write');
      await expect(person.prompts).toContainText('Two');
      await person.reloads();
      await expect(person.prompts).toContainText('Two');
      await button(person, 'Allow').click();
      await answered(person, 'Allowed in Warren');
      await person.hearsLast('It is changed.');
      expect(readFileSync(path.join(person.folder, 'notes.md'), 'utf8')).toBe('# Notes\n\nTwo\nlines.\n');

      await person.says('ask me');
      await person.page.getByRole('radio', { name: /Blue/u }).check();
      await button(person, 'Answer').click();
      await person.hearsLast('You have chosen.');
      await person.inTerminal(async () => {
        await person.presses('Shift+Tab', /plan mode on/u);
      });
      await person.says('make a plan');
      await expect(person.prompts.getByRole('listitem')).toHaveText(['Make a file', 'Look at it']);
      await button(person, 'Go ahead with the plan').click();
      await person.hearsLast('The plan stands.');
      await leavesAndReturns(person);
    },
  },
];
