import { existsSync } from 'node:fs';
import path from 'node:path';

import { run } from './run.ts';

/** The version that the recorded screens and hooks are of. */
export const CLAUDE_VERSION = '2.1.197';

const TOP = path.resolve(import.meta.dirname, '..');
const FOLDER = path.join(TOP, '.claude-cli');
const NAMES: Readonly<Record<string, string>> = {
  'linux-x64': 'claude-code-linux-x64',
  'linux-arm64': 'claude-code-linux-arm64',
  'darwin-x64': 'claude-code-darwin-x64',
  'darwin-arm64': 'claude-code-darwin-arm64',
};

/** The path of the CLI for the tests: WARREN_TEST_CLAUDE, or what `installClaude` installed. */
export function findClaude(): string | undefined {
  const chosen = process.env['WARREN_TEST_CLAUDE'];
  if (chosen !== undefined && chosen !== '') return chosen;
  const name = NAMES[`${process.platform}-${process.arch}`];
  if (name === undefined) return undefined;
  const file = path.join(FOLDER, CLAUDE_VERSION, 'node_modules/@anthropic-ai', name, 'claude');
  return existsSync(file) ? file : undefined;
}

/**
 * Installs the real CLI from the npm registry, for tests alone. Where it cannot be had the tests that need it are skipped,
 * or with WARREN_REQUIRE_CLI=1 this throws.
 */
export async function installClaude(): Promise<void> {
  if (findClaude() !== undefined) return;
  const name = NAMES[`${process.platform}-${process.arch}`];
  if (name !== undefined) {
    console.log(`Installing Claude Code ${CLAUDE_VERSION} for the tests (once)`);
    const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
    // The package of this platform alone: it is the program, without an install script.
    await run('npm', [
      'install',
      '--prefix',
      path.join(FOLDER, CLAUDE_VERSION),
      '--no-save',
      '--no-package-lock',
      '--ignore-scripts',
      ...quiet,
      `@anthropic-ai/${name}@${CLAUDE_VERSION}`,
    ]);
  }
  if (findClaude() !== undefined) return;
  const message = 'CLAUDE CODE COULD NOT BE INSTALLED: the tests with the real CLI are skipped.';
  if (process.env['WARREN_REQUIRE_CLI'] === '1') throw new Error(message);
  console.log(`\n${'!'.repeat(message.length)}\n${message}\n${'!'.repeat(message.length)}\n`);
}
