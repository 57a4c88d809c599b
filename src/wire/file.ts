import { z } from 'zod';

/** The body of a request that is a file. A route with this `body` gets the bytes as sent, of any media type. */
export const fileBody = z.custom<FileBody>((value) => typeof value === 'object' && value !== null && 'bytes' in value);
export interface FileBody {
  readonly bytes: Uint8Array;
  /** As declared by the sender, possibly wrong; empty if not declared. */
  readonly mediaType: string;
}

/**
 * The body of a request that is a file too large for memory. A route with this `body` gets the bytes as they arrive.
 * The stream fails if they exceed the route's `maxBytes`.
 */
export const streamBody = z.custom<StreamBody>(
  (value) => typeof value === 'object' && value !== null && 'stream' in value,
);
export interface StreamBody {
  readonly stream: AsyncIterable<Uint8Array>;
}

/** A route with this `answer` sends a file as an attachment. Browsers neither show it nor guess its type. */
export const fileAnswer = z.custom<FileAnswer>(
  (value) => typeof value === 'object' && value !== null && 'bytes' in value,
);
export interface FileAnswer {
  /** In memory, or as a stream with its length in bytes. */
  readonly bytes: Uint8Array | { readonly length: number; readonly stream: AsyncIterable<Uint8Array> };
  readonly mediaType: string;
  /** Can contain any characters. */
  readonly name: string;
}
