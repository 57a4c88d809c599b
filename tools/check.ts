import { run, runSteps } from './run.ts';
import { enterTestFolder } from './test-folder.ts';
import { installTestPrograms } from './test-programs.ts';

/** The static checks: format, types, lint, dead code. */
export function checkStatically(): Promise<boolean> {
  return runSteps([
    { name: 'format', command: 'oxfmt', parameters: ['--check'] },
    // Several checkers check much of the same code twice, and the tests beside them have the other core.
    { name: 'types', command: 'tsc', parameters: ['-b', '--checkers', '1'] },
    { name: 'lint', command: 'oxlint', parameters: ['--deny-warnings'] },
    { name: 'dead code', command: 'knip', parameters: ['--no-progress'] },
  ]);
}

/** Files that get the results as JSON. */
export interface UnitReports {
  readonly units: string;
  readonly terminals: string;
}

/**
 * Runs the tests in pseudoterminals beside all others: they wait for the programs in them most of the time, so they
 * fill what the others leave of the cores.
 */
export async function testUnits(reports?: UnitReports): Promise<boolean> {
  const codes = await Promise.all([
    vitest(['--project=!terminals'], reports?.units),
    vitest(['--project=terminals', '--maxWorkers=1'], reports?.terminals),
  ]);
  return codes.every((code) => code === 0);
}

async function vitest(parameters: readonly string[], report?: string): Promise<number> {
  const reporters =
    report === undefined ? [] : ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return (await run('vitest', ['run', ...parameters, ...reporters])).code;
}

if (import.meta.main) {
  enterTestFolder();
  const [isTidy, missing] = await Promise.all([checkStatically(), installTestPrograms()]);
  const isGood = await testUnits();
  for (const skipped of missing) console.log(`Skipped: ${skipped}.`);
  process.exitCode = isGood && isTidy ? 0 : 1;
}
