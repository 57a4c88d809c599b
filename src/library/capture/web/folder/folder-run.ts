import { useSyncExternalStore } from 'react';

import { newId } from '#session/web/new-id.ts';

import type { SourceSummary } from '../../../storage/protocol.ts';
import { whyLeftOut } from '../../domain/importable.ts';
import { addFile } from '../add-sources.ts';

interface FileResult {
  readonly path: string;
  readonly what: 'existing' | 'failed' | 'left out';
  readonly why: string;
}

/** The import of a folder. It goes on while its dialog is closed, until the page is left. */
export interface FolderRun {
  readonly folder: string;
  readonly total: number;
  readonly done: number;
  readonly isRunning: boolean;
  readonly added: readonly SourceSummary[];
  /** What was not added, and why. */
  readonly others: readonly FileResult[];
}

const AT_ONCE = 3;

let run: FolderRun | null = null;
let ending = new AbortController();
const listeners = new Set<() => void>();

function change(next: FolderRun | null): void {
  run = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Null before the first import, and once its result was dismissed. */
export function useFolderRun(): FolderRun | null {
  return useSyncExternalStore(listen, () => run);
}

/** Sends the files of a folder, a few at once. Resolves once all were sent, or it was cancelled. */
export async function importFolder(files: readonly File[], bucketId: string | null): Promise<void> {
  ending.abort();
  const { signal } = (ending = new AbortController());
  const named = files.map((file) => ({ file, path: file.webkitRelativePath || file.name }));
  const others = named.flatMap(({ path, file: { size } }) => {
    const why = whyLeftOut({ path, size });
    return why === null ? [] : [{ path, what: 'left out' as const, why }];
  });
  const wanted = named.filter(({ path, file: { size } }) => whyLeftOut({ path, size }) === null);
  const folder = named[0]?.path.split('/')[0] ?? '';
  change({ folder, total: wanted.length, done: 0, isRunning: wanted.length > 0, added: [], others });
  const queue = wanted.values();
  const sendSome = async () => {
    for (const { file, path } of queue) {
      if (signal.aborted) return;
      const { added, existing, failed } = await addFile({ id: newId(), file, bucketId }, false, signal);
      if (signal.aborted || !run) return;
      const kept = [
        ...existing.map(({ source }) => ({ path, what: 'existing' as const, why: `“${source.title}”` })),
        ...failed.map(({ message }) => ({ path, what: 'failed' as const, why: message })),
      ];
      change({ ...run, done: run.done + 1, added: [...run.added, ...added], others: [...run.others, ...kept] });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendSome));
  if (!signal.aborted) endFolderImport();
}

/** Stops sending. What was added stays. */
export function endFolderImport(): void {
  ending.abort();
  if (run) change({ ...run, isRunning: false });
}

export function dismissFolderRun(): void {
  endFolderImport();
  change(null);
}
