import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export async function withTemporaryHome<Result>(work: (home: string) => Promise<Result>): Promise<Result> {
  const home = mkdtempSync(path.join(tmpdir(), 'warren-bench-'));
  try {
    return await work(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
