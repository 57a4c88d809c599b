import type { TestProject } from 'vitest/node';

import { findPostgres, startPostgres } from './postgres-server.ts';

/** Starts one PostgreSQL for all test files of a run, and stops it after the last one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const installed = findPostgres();
  try {
    if (!installed) throw new Error('it is not installed');
    const server = await startPostgres(installed);
    project.provide('postgres', server.socketFolder);
    return () => server.stop();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    project.vitest.logger.warn(`The database tests run on PGlite, since PostgreSQL could not be started: ${reason}`);
    return () => Promise.resolve();
  }
}
