import { expect } from '@playwright/test';

import type { Person } from './person.ts';
import type { Scene } from './scene.ts';

/** Closes the browser for a whole turn; then stops and resumes the session. */
export async function leavesAndReturns(person: Person): Promise<void> {
  await person.types('tools in a row');
  await person.closesPage();
  await person.screenShows(/All three are done\.[^]*✻/u);
  await person.returns();
  await person.hearsLast('All three are done.');
  await person.page.getByRole('button', { name: 'More' }).click();
  await person.page.getByRole('button', { name: 'Stop' }).click();
  await expect(person.page.getByText('It was stopped.')).toBeVisible();
  await person.startsAgain();
  await person.says('hello again');
  await person.hearsLast('Hello there.');
}

export const LEAVING: readonly Scene[] = [
  {
    name: 'the server is killed in mid-turn and started again',
    isLong: true,
    async play(person) {
      await person.says('tools in a row');
      await person.hearsLast('All three are done.');
      await person.says('slow paragraph');
      await person.hears('slow9 ');
      const { warren } = person.stage;
      await warren.server.kill();
      await warren.restart();
      await expect(person.page.getByText('It ended with the server.')).toBeVisible();
      await person.startsAgain();
      await person.says('hello again');
      await person.hearsLast('Hello there.');
    },
  },
];
