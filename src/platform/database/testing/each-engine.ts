import { afterAll, afterEach, beforeAll, describe } from 'vitest';

import type { OpenDatabase } from '../open-database.ts';
import { pgliteEngine } from './pglite-engine.ts';
import { findPostgres, postgresEngine } from './postgres-engine.ts';
import { sqliteEngine } from './sqlite-engine.ts';

/** A running engine that hands out empty, migrated databases. */
export interface TestEngine {
  /** An empty one: only PGlite has to empty the one it gave before. */
  open(): Promise<OpenDatabase>;
  stop(): Promise<void>;
}

/**
 * Runs the same tests over SQLite files, PGlite with pgvector, and a real PostgreSQL where one is installed. `open`
 * gives an empty database with every table; it is closed after the test. On PGlite a test may have one at a time.
 */
export function eachEngine(name: string, define: (open: () => Promise<OpenDatabase>) => void): void {
  onEngine(`${name} on SQLite`, sqliteEngine, define);
  onEngine(`${name} on PGlite`, pgliteEngine, define);
  const postgres = findPostgres();
  if (postgres) onEngine(`${name} on PostgreSQL`, () => postgresEngine(postgres), define);
  else describe.skip(`${name} on PostgreSQL: skipped, no initdb was found`, () => define(notInstalled));
}

function onEngine(
  title: string,
  start: () => Promise<TestEngine>,
  define: (open: () => Promise<OpenDatabase>) => void,
): void {
  describe(title, () => {
    let engine: TestEngine | undefined;
    let opened: OpenDatabase[] = [];
    beforeAll(async () => {
      engine = await start();
    });
    afterEach(async () => {
      const toClose = opened;
      opened = [];
      for (const database of toClose) await database.close();
    });
    afterAll(async () => {
      await engine?.stop();
    });
    define(async () => {
      if (!engine) throw new Error('open is for tests and hooks');
      const database = await engine.open();
      opened.push(database);
      return database;
    });
  });
}

function notInstalled(): Promise<OpenDatabase> {
  return Promise.reject(new Error('PostgreSQL is not installed'));
}
