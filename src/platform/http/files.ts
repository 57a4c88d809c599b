import { Readable } from 'node:stream';

import type { FastifyInstance, FastifyReply } from 'fastify';

import type { FileAnswer, FileBody } from '#wire/file.ts';

const ANY_FILE = 'application/octet-stream';
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;

/** Bodies of any media type are taken as bytes, in memory. */
export function acceptFiles(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    const body: FileBody = { bytes: bytes as Buffer, mediaType: request.headers['content-type'] ?? '' };
    done(null, body);
  });
}

/** Always to be saved: a file that someone else wrote must not run as a page of Warren. */
export function sendFile(reply: FastifyReply, { name, mediaType, bytes }: FileAnswer): FastifyReply {
  const [type = ''] = mediaType.split(';');
  void reply.type(MEDIA_TYPE.test(type.trim()) ? type.trim() : ANY_FILE).headers({
    'content-disposition': disposition(name),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  if (bytes instanceof Uint8Array) return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return reply.header('content-length', bytes.length).send(Readable.from(bytes.stream, { objectMode: false }));
}

/** RFC 6266: a name in ASCII for old clients, and the name itself. */
function disposition(name: string): string {
  const plain = name.replace(/[^ !#$&+\-.\w]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
