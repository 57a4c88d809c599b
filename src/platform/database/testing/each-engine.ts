import { afterAll, afterEach, beforeAll, describe, inject } from 'vitest';

import type { OpenDatabase } from '../open-database.ts';
import { pgliteEngine } from './pglite-engine.ts';
import { postgresEngine } from './postgres-engine.ts';
import { sqliteEngine } from './sqlite-engine.ts';

/** A running engine that hands out empty, migrated databases. */
export interface TestEngine {
  /** Opens an empty database with every table. PGlite and PostgreSQL empty the one they gave before. */
  open(): Promise<OpenDatabase>;
  stop(): Promise<void>;
}

/**
 * Runs the same tests on SQLite and on the PostgreSQL of this run, or on PGlite where no PostgreSQL could be started.
 * `open` gives an empty database with every table, which is closed after the test. A test may have one at a time.
 */
export function eachEngine(name: string, define: (open: () => Promise<OpenDatabase>) => void): void {
  onEngine(`${name} on SQLite`, sqliteEngine, define);
  const postgres = inject('postgres');
  if (postgres === undefined) onEngine(`${name} on PGlite`, pgliteEngine, define);
  else onEngine(`${name} on PostgreSQL`, () => postgresEngine(postgres), define);
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
