import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

import { LOOKS } from './looks.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** No rule of WCAG 2.2 AA that a program can check is broken, and nothing scrolls sideways. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // The page has no frames, so axe needs no second page to put findings together, which takes as long as the check.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(TAGS).analyze();
  expect(violations.map(({ id, nodes }) => `${what}: ${id} ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${what} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Looks at a screen in each look, one after the other, and leaves it as it was. */
export async function expectAccessibleInEveryLook(page: Page, what: string): Promise<void> {
  const before = page.viewportSize();
  for (const { scheme, width, height } of LOOKS) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await expectAccessible(page, `${what}, ${scheme} at ${width} px`);
  }
  if (before) await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
