import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Page } from '@playwright/test';

import { attachWindow } from '../fixtures/terminal/attached-window.ts';
import { expect, fetchLittle, test } from './warren.ts';

/** Any program can replace the CLI here, because only the two views of its terminal are tested. */
const home = mkdtempSync(path.join(tmpdir(), 'warren-views-'));
const program = path.join(home, 'claude');
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
mkdirSync(path.join(home, 'painting'));
writeFileSync(
  program,
  `#!/bin/sh
if [ "$(basename "$PWD")" != painting ]; then seq 1 300; exec sleep 1000; fi
while [ "$1" != --session-id ]; do shift; done
folder=$HOME/.claude/projects/$(pwd | tr -c 'A-Za-z0-9\\n' -)
mkdir -p "$folder"
echo '{"type":"user","uuid":"u","promptId":"p","message":{"content":[{"type":"text","text":"which ones"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"${PIXEL}"}}]}}
{"type":"assistant","uuid":"a","parentUuid":"u","message":{"id":"m","stop_reason":"end_turn","content":[{"type":"text","text":"These are the hundred"}]}}' > "$folder/$2.jsonl"
# Repaints everything after a resize, as Claude Code does.
paint() { printf '\\033[2J\\033[3J\\033[H'; seq 1 60; echo 'These are the hundred'; seq 61 300; stty size; }
trap paint WINCH
paint
while :; do sleep 1000 & wait $!; done
`,
);
chmodSync(program, 0o755);
test.use({ environment: { WARREN_CLAUDE: program, HOME: home } });
test.beforeEach(({ page }) => fetchLittle(page));

test('chat and terminal are two views: F2 switches between them, and the draft, the place and the choice stay', async ({
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
  await expect(page.locator('.xterm-scrollable-element > .scrollbar.vertical')).toBeHidden();
  await page.keyboard.press('F2');
  await page.keyboard.press('F2');
  await expect(field).toBeFocused();
  await field.fill('half a thought');
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

/** Whether the whole screen of the terminal is visible. */
const isWhole = (page: Page) =>
  page.evaluate(() => {
    const holder = document.querySelector('[aria-label^="Terminal."]');
    const inner = holder?.querySelector('.xterm-screen')?.getBoundingClientRect();
    const outer = holder?.getBoundingClientRect();
    if (!holder || !inner || !outer || inner.width < 100) return false;
    const isInside = inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1;
    return isInside && holder.scrollWidth <= holder.clientWidth && holder.scrollHeight <= holder.clientHeight;
  });

test('words shown in the terminal stay marked while it becomes narrower, and nothing is cut off', async ({
  page,
  ownWarren: warren,
}) => {
  const folder = path.join(home, 'painting');
  const { session } = await warren.api<{ session: string }>('POST', '/api/terminals', { folder });
  await page.setViewportSize({ width: 1280, height: 800 });
  await warren.open(page, `/session/${session}`);
  const terminal = page.getByRole('group', { name: /^Terminal\./u });
  await expect(terminal).toContainText('300');
  await page.getByRole('button', { name: 'Chat' }).click();
  await test.step('an image of the conversation is shown small, and large on a click', async () => {
    const [small, large] = [page.getByRole('log'), page.getByRole('dialog')].map((place) => place.getByRole('img'));
    for (const image of [small, large]) {
      await expect.poll(() => image?.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(1);
      if (image === small) await image?.click();
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
  await page.getByText('These are the hundred').first().hover();
  await page.getByRole('button', { name: 'How this is known' }).last().click();
  await page.getByRole('button', { name: 'Show in the terminal' }).click();
  await expect(page.getByRole('button', { name: 'Both' })).toHaveAttribute('aria-pressed', 'true');
  const window = await attachWindow(warren.server, session);
  const columns = () => window.screen.emulator.terminal.cols;
  await expect.poll(columns).toBeLessThan(80);
  await expect.poll(() => window.screen.text).toContain(` ${columns()}`);
  await expect(terminal.locator('.xterm-selection > div')).not.toHaveCount(0);
  await expect(terminal).toContainText('These are the hundred');
  await expect.poll(() => isWhole(page)).toBe(true);

  await window.close();
});
