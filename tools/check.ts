import { run, runSteps } from './run.ts';

/** Everything that is checked without a browser: format, lint, types, dead code, unit tests. */
export async function check(): Promise<boolean> {
  const isTidy = await runSteps([
    { name: 'format', command: 'oxfmt', parameters: ['--check'] },
    { name: 'types', command: 'tsc', parameters: ['-b'] },
    { name: 'lint', command: 'oxlint', parameters: ['--deny-warnings'] },
    { name: 'dead code', command: 'knip', parameters: ['--no-progress'] },
  ]);
  const { code } = await run('vitest', ['run', '--reporter=default']);
  return isTidy && code === 0;
}

if (import.meta.main) process.exitCode = (await check()) ? 0 : 1;
