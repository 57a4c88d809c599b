import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { ChatAnswers } from '../../fixtures/claude/chat/chat-answers.ts';
import { QUICK, startWarren, test as base, type OwnWarren } from '../warren.ts';
import { ALLOWS_BASH, withClaude } from '../with-claude.ts';
import { Person } from './person.ts';

/** A server with the real CLI, whose only provider is a double. Consecutive scenes share it. */
export interface Stage {
  readonly warren: OwnWarren;
  readonly answers: ChatAnswers;
  /** HOME of the CLI. */
  readonly home: string;
  /** Creates a folder in which the CLI can work and run commands. */
  folder(): string;
}

export const test = base.extend<{ person: Person; columns: number }, { stage: Stage }>({
  columns: [100, { option: true }],
  stage: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads there which fixtures this one needs
    async ({}, provide) => {
      const answers = new ChatAnswers();
      await withClaude({ answer: answers.answer, settings: ALLOWS_BASH }, async ({ home, project, env }) => {
        const { warren, end } = await startWarren({ ...QUICK, ...env });
        let folders = 0;
        await provide({
          warren,
          answers,
          home,
          folder() {
            // Trust in a folder includes everything inside it.
            const folder = path.join(project, `scene-${(folders += 1)}`);
            mkdirSync(folder);
            return folder;
          },
        });
        await end();
      });
    },
    { scope: 'worker' },
  ],
  person: async ({ stage, page, columns }, provide) => {
    const person = await Person.arrive({ stage, page, columns });
    await provide(person);
    await person.leave();
  },
});
