import { availableParallelism } from 'node:os';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import { findPostgres } from './fixtures/database/postgres-server.ts';

const PAGE = 'src/**/*.test.tsx';
const TERMINALS = 'src/**/*.pty.test.ts';
const UNDO = 'src/modes/recall/sets/server/undo/undo.db.test.ts';
const DATABASE = '{src,migrations}/**/*.db.test.ts';

/** Tests that usually run on one server, here on three. */
const THREE_SERVERS = {
  extends: true as const,
  test: {
    name: 'three-servers',
    include: ['src/cli/{ownership,kill}.test.ts', 'src/session/convergence.test.ts', UNDO],
    env: { WARREN_TEST_SERVERS: '3', WARREN_KILLS: '3', WARREN_SCHEDULES: '5', ...process.env },
    globalSetup: 'fixtures/database/postgres-setup.ts',
  },
};

/** Files whose tests take long for their size. Without known times, the smallest files would come last. */
const LONG = /\/(?:linear-time|learners|kill|library-uploads|answering-thread|bombs)\.test\.ts$/u;

/** Starts the long files of a project first, so that no worker ends with one while the others are idle. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) => {
      const own = sorted.filter(({ project }) => project.name === name);
      return [true, false].flatMap((isLong) => own.filter(({ moduleId }) => LONG.test(moduleId) === isLong));
    });
  }
}

export default defineConfig({
  plugins: [react()],
  test: {
    // A crash of native code in a thread would end the whole run without naming the file.
    pool: 'forks',
    // Tests sometimes wait for answers, so slightly more workers than cores keep the cores busy.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    sequence: { sequencer: LongFirst },
    // The files of a worker share their modules: importing them for each file took a fifth of the time.
    isolate: false,
    // Only for tests that hang; long enough for a machine with other load.
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
      ...(findPostgres() ? [THREE_SERVERS] : []),
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
          globalSetup: 'fixtures/database/postgres-setup.ts',
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
