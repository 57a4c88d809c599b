import { run, runSteps } from './run.ts';
import { installTestPrograms } from './test-programs.ts';

/** The static checks: format, types, lint, dead code. */
export function checkStatically(): Promise<boolean> {
  return runSteps([
    { name: 'format', command: 'oxfmt', parameters: ['--check'] },
    { name: 'types', command: 'tsc', parameters: ['-b'] },
    { name: 'lint', command: 'oxlint', parameters: ['--deny-warnings'] },
    { name: 'dead code', command: 'knip', parameters: ['--no-progress'] },
  ]);
}

/** `report`: the file that gets the result as JSON. */
export async function testUnits(report?: string): Promise<boolean> {
  const reporters = ['--reporter=default', ...(report === undefined ? [] : ['--reporter=json'])];
  const output = report === undefined ? [] : [`--outputFile.json=${report}`];
  return (await run('vitest', ['run', ...reporters, ...output])).code === 0;
}

if (import.meta.main) {
  const [isTidy, missing] = await Promise.all([checkStatically(), installTestPrograms()]);
  const isGood = await testUnits();
  for (const skipped of missing) console.log(`Skipped: ${skipped}.`);
  process.exitCode = isGood && isTidy ? 0 : 1;
}
