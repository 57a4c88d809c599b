import { expect, type Page } from '@playwright/test';

/** The maximum layout shift that people do not notice. */
const MAX_SHIFT = 0.05;

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}
type Seen = { shifts?: number[] };

/** Reloads a page and asserts that its layout shift stays low while its data arrive. */
export async function expectStill(page: Page, address: string): Promise<void> {
  await page.addInitScript(() => {
    const seen = globalThis as Seen;
    if (seen.shifts) return;
    const shifts: number[] = (seen.shifts = []);
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as Shift[]) if (!hadRecentInput) shifts.push(value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await expect(page.getByRole('main')).toBeVisible();
  const moved = await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
    return (globalThis as Seen).shifts ?? [];
  });
  expect(
    moved.reduce((sum, each) => sum + each, 0),
    `${address} moves`,
  ).toBeLessThan(MAX_SHIFT);
}
