import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import { AppError } from '#wire/error-kind.ts';

const KEPT_MS = 3_600_000;

interface Kept {
  readonly id: string;
  readonly folder: string;
  readonly at: number;
}

interface DeckFilesOptions {
  readonly newId: () => string;
  readonly now: () => number;
  /** Existing folder for temporary files. */
  readonly temporary: string;
}

/** Stores uploaded card files until they are imported, one per person. */
export function createDeckFiles({ newId, now, temporary }: DeckFilesOptions) {
  const kept = new Map<string, Kept>();
  const remove = ({ folder }: Kept) => rm(folder, { recursive: true, force: true });
  async function dropOld(): Promise<void> {
    for (const [person, file] of kept)
      if (file.at < now() - KEPT_MS) {
        kept.delete(person);
        await remove(file);
      }
  }
  return {
    /** People with a stored file. Other servers do not have it. */
    waiting: (): readonly string[] => [...kept].filter(([, { at }]) => at >= now() - KEPT_MS).map(([person]) => person),
    /** Replaces the person's earlier file. */
    async keep(person: string, stream: AsyncIterable<Uint8Array>): Promise<string> {
      await dropOld();
      const file = { id: newId(), folder: await mkdtemp(path.join(temporary, 'cards-')), at: now() };
      try {
        await pipeline(stream, createWriteStream(pathIn(file), { mode: 0o600 }));
      } catch (error) {
        await remove(file);
        throw error;
      }
      const before = kept.get(person);
      kept.set(person, file);
      if (before) await remove(before);
      return file.id;
    },
    pathOf(person: string, id: string): string {
      const file = kept.get(person);
      if (file?.id !== id) throw new AppError('not-found', 'This file is no longer on the server. Choose it again.');
      return pathIn(file);
    },
    async drop(person: string, id: string): Promise<void> {
      const file = kept.get(person);
      if (file?.id !== id) return;
      kept.delete(person);
      await remove(file);
    },
    async close(): Promise<void> {
      await Promise.all(Array.from(kept.values(), remove));
      kept.clear();
    },
  };
}

const pathIn = ({ folder }: Kept): string => path.join(folder, 'cards');
