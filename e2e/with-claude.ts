import { rmSync } from 'node:fs';

import { expect, type Locator } from '@playwright/test';

import { type ClaudeHome, claudeHome, type ClaudeHomeOptions } from '../fixtures/claude/claude-home.ts';
import { createProviderDouble } from '../fixtures/provider/provider-double.ts';
import { findClaude } from '../tools/claude.ts';

const claude = findClaude();
/** Tests that need the real CLI are skipped if it is missing, unless it is required. */
export const isCliMissing = claude === undefined && process.env['WARREN_REQUIRE_CLI'] !== '1';
export const CLI_IS_MISSING = 'THE REAL CLI IS MISSING';

interface ClaudeOptions extends Omit<ClaudeHomeOptions, 'provider'> {
  readonly answer: Parameters<typeof createProviderDouble>[0]['answer'];
}

/** Calls `work` with a home for the real CLI, whose only provider is a double, then removes both. */
export async function withClaude(
  { answer, ...options }: ClaudeOptions,
  work: (home: ClaudeHome) => Promise<void>,
): Promise<void> {
  const double = await createProviderDouble({ answer });
  const made = claudeHome({ provider: double.url, ...options });
  await work({
    ...made,
    env: { ...made.env, WARREN_OFFLINE: '1', ...(claude !== undefined && { WARREN_CLAUDE: claude }) },
  });
  await double.close();
  rmSync(made.home, { recursive: true, force: true });
}

export const ALLOWS_BASH = { permissions: { allow: ['Bash'] } };

/** Presses a button of a message until it takes effect, because the chat renders its rows again while it scrolls. */
export const press = (message: Locator, name: string, effect: Locator): Promise<void> =>
  expect(async () => {
    if (await effect.isVisible()) return;
    await message.hover({ timeout: 5_000 });
    await message.getByRole('button', { name }).click({ timeout: 5_000 });
    await expect(effect).toBeVisible({ timeout: 5_000 });
  }).toPass();
