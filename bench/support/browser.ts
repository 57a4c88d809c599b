import { type Browser, chromium, type Page } from '@playwright/test';

import { browserArguments, requireBrowser } from '../../tools/browser.ts';

export async function withBrowser<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
  const executablePath = requireBrowser();
  const browser = await chromium.launch({ executablePath, args: browserArguments });
  const newContext = browser.newContext.bind(browser);
  // A service worker would fetch the whole page during the measurement.
  browser.newContext = (options) => newContext({ serviceWorkers: 'block', ...options });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** Follows the printed link, as a person does, and waits for Today. */
export async function signInByLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await seeToday(page);
}

export async function seeToday(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page
    .getByRole('heading', { name: 'Where you left off' })
    .or(page.getByRole('heading', { name: 'Ready to recall' }))
    .or(page.getByRole('heading', { name: 'Welcome to Warren' }))
    .first()
    .waitFor();
}
