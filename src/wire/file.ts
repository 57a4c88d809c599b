import { z } from 'zod';

/**
 * The body of a request that is a file. A route whose `body` is this gets the bytes as they were sent, of any media
 * type.
 */
export const fileBody = z.custom<FileBody>((value) => typeof value === 'object' && value !== null && 'bytes' in value);
export interface FileBody {
  readonly bytes: Uint8Array;
  /** As declared by the sender, which may be wrong; empty if it was not. */
  readonly mediaType: string;
}

/**
 * The body of a request that is a file too large for memory. A route whose `body` is this gets its bytes as they arrive.
 * The stream fails once there are more than the route's `maxBytes`.
 */
export const streamBody = z.custom<StreamBody>(
  (value) => typeof value === 'object' && value !== null && 'stream' in value,
);
export interface StreamBody {
  readonly stream: AsyncIterable<Uint8Array>;
}

/** A route whose `answer` is this answers with a file to be saved. Browsers neither show it nor guess what it is. */
export const fileAnswer = z.custom<FileAnswer>(
  (value) => typeof value === 'object' && value !== null && 'bytes' in value,
);
export interface FileAnswer {
  /** In memory, or as they are read; then with how many there are. */
  readonly bytes: Uint8Array | { readonly length: number; readonly stream: AsyncIterable<Uint8Array> };
  readonly mediaType: string;
  /** Any characters. */
  readonly name: string;
}
