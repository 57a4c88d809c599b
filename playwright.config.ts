import { defineConfig } from '@playwright/test';

import { findPostgres } from './fixtures/database/postgres-server.ts';
import { browserArguments, findBrowser } from './tools/browser.ts';

const executablePath = findBrowser();

/**
 * With `WARREN_TEST_SERVERS=3` all tests run on three servers. Otherwise those with the tag run on one and on three.
 */
const onThree = { name: 'three servers', use: { servers: 3 } };
const projects =
  process.env['WARREN_TEST_SERVERS'] === '3'
    ? [onThree]
    : [{ name: 'one server' }, ...(findPostgres() ? [{ ...onThree, grep: /@three-servers/u }] : [])];

export default defineConfig<object, { servers: number }>({
  projects,
  testDir: 'e2e',
  // Node reads TypeScript itself. Babel took 10 s of CPU in each run, because the folder of temporary files is always
  // new.
  build: { external: ['**/*.ts'] },
  forbidOnly: process.env['CI'] !== undefined,
  // Each test has its own person or server, and its own browser context.
  fullyParallel: true,
  // Tests sometimes wait for answers, so slightly more of them than cores keep the cores busy.
  workers: '150%',
  retries: 0,
  // Only for tests that hang; long enough for a machine with other load.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: 'line',
  use: {
    // Traces of every test would take a quarter of the time. Repeat a failing test with --trace on.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: browserArguments,
      // People see scrollbars, which take space, so tests measure with them.
      ignoreDefaultArgs: ['--hide-scrollbars'],
    },
    // A service worker would fetch the whole page again for each test. The test of the installed app allows it.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
  },
});
