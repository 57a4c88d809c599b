import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { openSqlite } from '../engines/sqlite.ts';
import type { TestEngine } from './each-engine.ts';

export async function sqliteEngine(): Promise<TestEngine> {
  const folder = await mkdtemp(path.join(tmpdir(), 'warren-sqlite-'));
  let count = 0;
  return {
    open() {
      count += 1;
      return openSqlite(path.join(folder, `${count}.db`));
    },
    stop: () => rm(folder, { recursive: true, force: true }),
  };
}
