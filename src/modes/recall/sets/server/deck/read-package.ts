import type { DayCut } from '#day/domain/day.ts';

import type { PackageBatch, PackageHead } from '../../domain/deck/package.ts';

export interface PackageReading {
  readonly signal: AbortSignal;
  /** Time zone and day start that convert days of the package to instants. */
  readonly cut: DayCut;
  /** If false, as for a preview, batches have no image bytes. Points still name their images. */
  readonly withImages: boolean;
  readonly onHead: (head: PackageHead) => void;
  /** The next batch is read after this has resolved. */
  readonly onBatch: (batch: PackageBatch) => Promise<void>;
}

/**
 * Reads an Anki package outside the server's thread, with limits on time and memory, in batches of some hundred points.
 * Rejects with an AppError that says what to do, with the reason of the signal, or with the rejection of `onBatch`.
 */
export type ReadPackage = (file: { readonly path: string } | Uint8Array, reading: PackageReading) => Promise<void>;
