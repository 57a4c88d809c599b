import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const PAGE = 'src/**/*.test.tsx';
const TERMINALS = 'src/**/*.pty.test.ts';
const DATABASE = '{src,migrations}/**/*.db.test.ts';

export default defineConfig({
  plugins: [react()],
  test: {
    pool: 'threads',
    maxWorkers: '100%',
    // Files of a worker share their modules: importing them for each file took a fifth of the time.
    isolate: false,
    // A net for a test that hangs, wide enough for a machine that does other work as well.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'database',
          include: [DATABASE],
          globalSetup: 'fixtures/database/postgres-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          include: [PAGE],
          setupFiles: 'fixtures/page-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'terminals',
          include: [TERMINALS],
          // Pseudoterminals are native code for the main thread of a process.
          pool: 'forks',
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: [DATABASE, TERMINALS],
        },
      },
    ],
  },
});
