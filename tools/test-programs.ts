import { existsSync } from 'node:fs';

import { findPostgres } from '../fixtures/database/postgres-server.ts';
import { hasGit } from '../fixtures/terminal/git-repository.ts';
import { findBrowser } from './browser.ts';
import { findClaude, installClaude } from './claude.ts';
import { run } from './run.ts';

interface SystemProgram {
  readonly title: string;
  /** The name of its Debian package. */
  readonly name: string;
  readonly isThere: () => boolean;
  /** The tests that cannot run without it. */
  readonly tests: string;
}

const POSTGRES: SystemProgram = {
  title: 'PostgreSQL',
  name: 'postgresql',
  isThere: () => findPostgres() !== undefined,
  tests: 'tests on PostgreSQL (they ran on PGlite, without those of several servers)',
};
const GIT: SystemProgram = {
  title: 'git',
  name: 'git',
  isThere: hasGit,
  tests: 'tests of changes in repositories of git',
};
export const CHROMIUM: SystemProgram = {
  title: 'Chromium',
  name: 'chromium-headless-shell',
  isThere: () => findBrowser() !== undefined,
  tests: 'browser tests',
};

/**
 * Installs the programs that tests need and that this process can install: Debian packages only as root. Never asks for
 * a password. Resolves with the tests that cannot run, each with the reason.
 */
export async function installTestPrograms(): Promise<readonly string[]> {
  const [missing] = await Promise.all([installPackages([POSTGRES, GIT, CHROMIUM]), installClaude()]);
  return [
    ...missing.map(({ title, tests }) => `${tests}: no ${title}`),
    ...(findClaude() === undefined ? ['tests with the real Claude Code: it could not be installed'] : []),
  ];
}

/** Resolves with the programs that are still missing. Prints how to install them. */
export async function installPackages(programs: readonly SystemProgram[]): Promise<readonly SystemProgram[]> {
  const wanted = programs.filter(({ isThere }) => !isThere());
  if (wanted.length === 0) return [];
  const names = wanted.map(({ name }) => name);
  const titles = wanted.map(({ title }) => title).join(' and ');
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log(`Installing ${titles} (once)`);
    const problem = await aptGet(['update', '-qq']).then(
      (failed) => failed ?? aptGet(['install', '-qq', '--no-install-recommends', '--yes', ...names]),
    );
    if (problem !== null) console.log(problem);
  }
  const missing = wanted.filter(({ isThere }) => !isThere());
  if (missing.length > 0)
    console.log(`Some tests need ${titles}. On Debian, install it with: sudo apt-get install ${names.join(' ')}`);
  return missing;
}

/** Resolves with the output of a failed command, otherwise with null. */
async function aptGet(parameters: readonly string[]): Promise<string | null> {
  try {
    const environment = { DEBIAN_FRONTEND: 'noninteractive' };
    const { code, output } = await run('apt-get', parameters, { isQuiet: true, environment });
    return code === 0 ? null : output;
  } catch (error) {
    return String(error);
  }
}
