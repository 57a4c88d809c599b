/** Maximum size of one request, below the server's limit. */
export const MAX_BATCH_BYTES = 2_000_000;
const MAX_BATCH_FILES = 100;

interface Sized {
  readonly size: number;
}

/** Groups files, in their order, so that each group fits into one request. A larger file gets a group of its own. */
export function batchesOf<File extends Sized>(files: readonly File[]): readonly (readonly File[])[] {
  const batches: File[][] = [];
  let bytes = 0;
  for (const file of files) {
    const batch = batches.at(-1);
    if (!batch || batch.length === MAX_BATCH_FILES || bytes + file.size > MAX_BATCH_BYTES) {
      batches.push([file]);
      bytes = file.size;
    } else {
      batch.push(file);
      bytes += file.size;
    }
  }
  return batches;
}
