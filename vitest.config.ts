import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const DATABASE = '{src,migrations}/**/*.db.test.ts';

export default defineConfig({
  plugins: [react()],
  test: {
    pool: 'threads',
    maxWorkers: '100%',
    // A net for a test that hangs, wide enough for a machine that does other work as well.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'database',
          include: [DATABASE],
          globalSetup: 'src/platform/database/testing/postgres-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          exclude: [DATABASE],
        },
      },
    ],
  },
});
