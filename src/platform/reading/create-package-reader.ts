import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { UnreadableDocument } from '#library/ingestion/server/read-document.ts';
import type { ReadPackage } from '#modes/recall/sets/server/deck/read-package.ts';
import { AppError } from '#wire/error-kind.ts';

import type { PackagePart } from './formats/anki/read-package.ts';
import { ONE_DECK } from './formats/anki/unreadable-package.ts';
import type { ReadingLimits } from './process/reading-process.ts';
import { ReadingQueue } from './process/reading-queue.ts';

interface PackageReaderOptions {
  readonly now: () => number;
  /** An existing folder for temporary files. */
  readonly temporary: string;
  readonly limits?: Partial<ReadingLimits>;
}

const LIMITS: ReadingLimits = { maxSilenceMs: 60_000, maxMs: 300_000, maxResidentMb: 400 };

/** Reads Anki packages in a separate process, one at a time, each in a folder that is deleted afterwards. */
export function createPackageReader({ now, temporary, limits }: PackageReaderOptions): ReadPackage {
  const queue = new ReadingQueue({ ...LIMITS, ...limits });
  return (file, { signal, onHead, onBatch, cut, withImages }) =>
    queue.run(signal, async (child) => {
      const folder = await mkdtemp(path.join(temporary, 'deck-'));
      try {
        const whole = file instanceof Uint8Array ? path.join(folder, 'package') : file.path;
        if (file instanceof Uint8Array) await writeFile(whole, file);
        const { size } = await stat(whole);
        const onPart = (part: PackagePart) => ('head' in part ? onHead(part.head) : onBatch(part.batch));
        await child.readPackage({ path: whole, folder, cut, withImages, now: now() }, { size, signal, onPart });
      } catch (error) {
        if (!(error instanceof UnreadableDocument)) throw error;
        const remedy = error.endedReader || error.isOfMachine ? ONE_DECK : error.remedy;
        throw new AppError('refused', `${error.message} ${remedy}`, { reason: 'unreadable-package', cause: error });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
}
