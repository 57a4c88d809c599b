import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expectAccessible } from './accessible.ts';
import { expect, test } from './warren.ts';

/** Any program can stand in the place of the CLI: what is tested here are the two views of its terminal. */
const program = path.join(mkdtempSync(path.join(tmpdir(), 'warren-views-')), 'claude');
writeFileSync(program, '#!/bin/sh\nseq 1 300\nexec sleep 1000\n');
chmodSync(program, 0o755);
test.use({ environment: { WARREN_CLAUDE: program } });

test('chat and terminal are two views: F2 goes between them, and the draft, the place and the choice stay', async ({
  page,
  ownWarren: warren,
}) => {
  const { session } = await warren.api<{ session: string }>('POST', '/api/terminals', { folder: '/tmp' });
  await warren.open(page, `/session/${session}`);
  const screen = page.locator('.xterm-rows');
  await expect(screen).toContainText('300');
  await page.locator('.xterm-screen').hover();
  await page.mouse.wheel(0, -2_000);
  await expect(screen).not.toContainText('300');
  const seen = await screen.textContent();

  await page.keyboard.press('F2');
  const field = page.getByRole('textbox', { name: 'Message Claude Code' });
  await expect(field).toBeVisible();
  await page.keyboard.press('F2');
  await page.keyboard.press('F2');
  await expect(field).toBeFocused();
  await field.fill('half a thought');
  await expectAccessible(page, 'a chat');
  await page.getByRole('button', { name: 'Term' }).click();
  await expect(field).toBeHidden();
  await expect(screen).toHaveText(seen ?? '');

  await page.getByRole('button', { name: 'Both' }).click();
  await expect(field).toBeVisible();
  await expect(screen).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue('half a thought');
  await expect(screen).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(field).toBeVisible();
  await expect(page.getByRole('button', { name: 'Both' })).toBeHidden();
});
