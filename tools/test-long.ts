import { run } from './run.ts';

/** The long tests: 10,000 schedules of a flaky link, and 200 kills of a server under load. */
const { code } = await run(
  'vitest',
  ['run', 'src/session/convergence.test.ts', 'src/session/editing-convergence.test.ts', 'src/cli/kill.test.ts'],
  {
    environment: { WARREN_SCHEDULES: '10000', WARREN_KILLS: '200' },
  },
);
process.exitCode = code;
