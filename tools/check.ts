import { installClaude } from './claude.ts';
import { installPostgres } from './postgres.ts';
import { run, runSteps } from './run.ts';

/** The static checks: format, types, lint, dead code. */
export function checkStatically(): Promise<boolean> {
  return runSteps([
    { name: 'format', command: 'oxfmt', parameters: ['--check'] },
    { name: 'types', command: 'tsc', parameters: ['-b'] },
    { name: 'lint', command: 'oxlint', parameters: ['--deny-warnings'] },
    { name: 'dead code', command: 'knip', parameters: ['--no-progress'] },
  ]);
}

export async function testUnits(): Promise<boolean> {
  return (await run('vitest', ['run', '--reporter=default'])).code === 0;
}

if (import.meta.main) {
  const [isTidy] = await Promise.all([checkStatically(), installPostgres(), installClaude()]);
  process.exitCode = (await testUnits()) && isTidy ? 0 : 1;
}
