import { run, runSteps } from './run.ts';
import { enterTestFolder } from './test-folder.ts';
import { installTestPrograms } from './test-programs.ts';

/** The static checks: format, types, lint, dead code. */
export function checkStatically(): Promise<boolean> {
  return runSteps([
    { name: 'format', command: 'oxfmt', parameters: ['--check'] },
    // Several checkers would check much of the same code twice, and the other core is busy with the tests.
    { name: 'types', command: 'tsc', parameters: ['-b', '--checkers', '1'] },
    { name: 'lint', command: 'oxlint', parameters: ['--deny-warnings'] },
    { name: 'dead code', command: 'knip', parameters: ['--no-progress'] },
  ]);
}

/** The tests without pseudoterminals. `report` gets the results as JSON. */
export const testUnits = (report?: string): Promise<boolean> => vitest(['--project=!terminals'], report);

/**
 * The tests in pseudoterminals. They run beside other tests: they mostly wait for programs, and use what the others
 * leave of the cores.
 */
export const testTerminals = (report?: string): Promise<boolean> =>
  vitest(['--project=terminals', '--maxWorkers=1'], report);

async function vitest(parameters: readonly string[], report?: string): Promise<boolean> {
  const reporters =
    report === undefined ? [] : ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return (await run('vitest', ['run', ...parameters, ...reporters])).code === 0;
}

if (import.meta.main) {
  enterTestFolder();
  const [isTidy, missing] = await Promise.all([checkStatically(), installTestPrograms()]);
  const isGood = (await Promise.all([testUnits(), testTerminals()])).every(Boolean);
  for (const skipped of missing) console.log(`Skipped: ${skipped}.`);
  process.exitCode = isGood && isTidy ? 0 : 1;
}
