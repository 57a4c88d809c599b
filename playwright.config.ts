import { defineConfig } from '@playwright/test';

import { findPostgres } from './fixtures/database/postgres-server.ts';
import { browserArguments, findBrowser } from './tools/browser.ts';

const executablePath = findBrowser();

/** With `WARREN_TEST_SERVERS=3` all tests run on three servers, else those with the tag on one and on three. */
const onThree = { name: 'three servers', use: { servers: 3 } };
const projects =
  process.env['WARREN_TEST_SERVERS'] === '3'
    ? [onThree]
    : [{ name: 'one server' }, ...(findPostgres() ? [{ ...onThree, grep: /@three-servers/u }] : [])];

export default defineConfig<object, { servers: number }>({
  projects,
  testDir: 'e2e',
  // Node reads TypeScript by itself. Babel took 10 s of CPU in each run, whose folder of temporary files is new.
  build: { external: ['**/*.ts'] },
  forbidOnly: process.env['CI'] !== undefined,
  // Each test has a person or a server of its own, and a browser context.
  fullyParallel: true,
  // Tests wait for answers now and then, so a few more of them than cores keep the cores busy.
  workers: '150%',
  retries: 0,
  // Nets for what never happens, wide enough for a machine that does other work as well.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: 'line',
  use: {
    // Traces of every test cost a quarter of the time. Repeat a failing test with --trace on.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: browserArguments,
      // People see scrollbars: they take room, and tests measure with them.
      ignoreDefaultArgs: ['--hide-scrollbars'],
    },
    // A worker fetches the whole page, for each test again. The test of the installed app allows it.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
  },
});
