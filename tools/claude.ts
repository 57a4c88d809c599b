import { existsSync } from 'node:fs';
import path from 'node:path';

import { run } from './run.ts';

/** The version of the recorded screens and hooks. */
export const CLAUDE_VERSION = '2.1.197';

const TOP = path.resolve(import.meta.dirname, '..');
const FOLDER = path.join(TOP, '.claude-cli');
const NAMES: Readonly<Record<string, string>> = {
  'linux-x64': 'claude-code-linux-x64',
  'linux-arm64': 'claude-code-linux-arm64',
  'darwin-x64': 'claude-code-darwin-x64',
  'darwin-arm64': 'claude-code-darwin-arm64',
};

/**
 * The path of the CLI for the tests: WARREN_TEST_CLAUDE, or the one from `installClaude`.
 * @throws if WARREN_TEST_CLAUDE does not exist
 */
export function findClaude(): string | undefined {
  const chosen = process.env['WARREN_TEST_CLAUDE'];
  if (chosen !== undefined && chosen !== '') {
    if (existsSync(chosen)) return chosen;
    throw new Error(`WARREN_TEST_CLAUDE names ${chosen}, which does not exist.`);
  }
  const name = NAMES[`${process.platform}-${process.arch}`];
  if (name === undefined) return undefined;
  const file = path.join(FOLDER, CLAUDE_VERSION, 'node_modules/@anthropic-ai', name, 'claude');
  return existsSync(file) ? file : undefined;
}

/** Installs the real CLI from the npm registry, only for tests. If that fails, prints the reason. */
export async function installClaude(): Promise<void> {
  if (findClaude() !== undefined) return;
  const problem = await download();
  if (findClaude() === undefined) console.log(`Claude Code could not be installed for the tests: ${problem}`);
}

/** Resolves with the reason if the program is missing afterwards. */
async function download(): Promise<string> {
  const name = NAMES[`${process.platform}-${process.arch}`];
  if (name === undefined) return `there is none for ${process.platform} on ${process.arch}`;
  console.log(`Installing Claude Code ${CLAUDE_VERSION} for the tests (once)`);
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  const where = ['--prefix', path.join(FOLDER, CLAUDE_VERSION), '--no-save', '--no-package-lock'];
  try {
    // Downloads only this platform's package: it contains the program, and needs no install script.
    const what = `@anthropic-ai/${name}@${CLAUDE_VERSION}`;
    const { code } = await run('npm', ['install', ...where, '--ignore-scripts', ...quiet, what]);
    return `npm ended with ${code}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
