import { defineConfig } from '@playwright/test';

import { browserArguments, findBrowser } from './tools/browser.ts';

const executablePath = findBrowser();

export default defineConfig({
  testDir: 'e2e',
  forbidOnly: process.env['CI'] !== undefined,
  // Each test has a server and a data folder of its own.
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 8_000 },
  reporter: 'line',
  use: {
    trace: 'retain-on-failure',
    launchOptions: { ...(executablePath !== undefined && { executablePath }), args: browserArguments },
    viewport: { width: 1280, height: 800 },
  },
});
