import { expect } from '@playwright/test';

import { SCENES } from './chat-scenes/scenes.ts';
import { test } from './chat-scenes/stage.ts';
import { CLI_IS_MISSING, isCliMissing } from './with-claude.ts';

/** Widths of the terminal, in columns. The long tests play every scene at several. */
const WIDTHS = (process.env['WARREN_CHAT_WIDTHS'] ?? '100').split(',').map(Number);
const IS_LONG = process.env['WARREN_CHAT_WIDTHS'] !== undefined;

test.skip(isCliMissing, CLI_IS_MISSING);

for (const columns of WIDTHS)
  test.describe(`the chat at ${columns} columns`, () => {
    test.use({ columns });
    for (const scene of SCENES.filter(({ isLong = false }) => IS_LONG || !isLong))
      test(scene.name, async ({ person }) => {
        test.slow(IS_LONG);
        await scene.play(person);
        await person.agrees();
        expect(await person.prompts.count()).toBe(0);
      });
  });
