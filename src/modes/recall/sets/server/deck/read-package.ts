import type { DayCut } from '#day/domain/day.ts';

import type { PackageBatch, PackageHead } from '../../domain/deck/package.ts';

export interface PackageReading {
  readonly signal: AbortSignal;
  /** By which the days of the package become instants. */
  readonly cut: DayCut;
  /** Without them no batch has images, for a preview. Points name them all the same. */
  readonly withImages: boolean;
  readonly onHead: (head: PackageHead) => void;
  /** The next batch is read when this has resolved. */
  readonly onBatch: (batch: PackageBatch) => Promise<void>;
}

/**
 * Reads a package of Anki apart from the server's thread, with limits of time and memory, in batches of some hundred
 * points. Rejects with an AppError that says what to do, with the reason of the signal, or with that of `onBatch`.
 */
export type ReadPackage = (file: { readonly path: string } | Uint8Array, reading: PackageReading) => Promise<void>;
