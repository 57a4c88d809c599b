import { PassThrough, type Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import { UnreadableDocument } from '#library/ingestion/server/read-document.ts';

import { tooLarge } from './fetch-failure.ts';

interface BodyReading {
  /** Of the header `content-encoding`; empty without one. */
  readonly encoding: string;
  /** In bytes, before and after decompression. */
  readonly limit: number;
  readonly onBytes: (received: number) => void;
}

/** Reads a body to its end. Rejects as soon as it is too large, so that a small body cannot become a huge one. */
export async function readBody(body: Readable, { encoding, limit, onBytes }: BodyReading): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  await pipeline(body, withinLimit(limit, onBytes), decoder(encoding), withinLimit(limit), async (source) => {
    for await (const chunk of source) chunks.push(chunk);
  });
  return new Uint8Array(Buffer.concat(chunks));
}

function withinLimit(limit: number, onBytes?: (bytes: number) => void) {
  return async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > limit) throw tooLarge(limit);
      onBytes?.(bytes);
      yield chunk;
    }
  };
}

function decoder(encoding: string): Transform {
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return new PassThrough();
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return createInflate();
    default:
      throw new UnreadableDocument('This page is compressed in a way that cannot be read.', {
        remedy: 'Open it in your browser and paste the text instead.',
      });
  }
}
