import { existsSync } from 'node:fs';
import path from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { AppError } from '#wire/error-kind.ts';

import type { ErrorAnswer } from './error-answer.ts';

/** Serves the built page. Names under `assets` contain a hash of the content, so they are cached forever. */
export async function servePage(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    index: ['index.html'],
    setHeaders(reply, file) {
      const isAsset = file.startsWith(path.join(folder, 'assets') + path.sep);
      void reply.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/**
 * Whether a path that is not a file is a view of the page: the client accepts HTML, and it is neither API nor asset.
 */
export function isView(request: FastifyRequest): boolean {
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    (request.headers.accept ?? '').includes('text/html') &&
    !/^\/(api|assets|ws)(\/|\?|$)/.test(request.url)
  );
}

/**
 * Content shared with Warren from another app. The page's service worker normally handles it, so it arrives here only
 * without one.
 */
export function isShare({ method, url }: FastifyRequest): boolean {
  return method === 'POST' && /^\/capture(?:\?|$)/u.test(url);
}

export const NOT_SHARED = new AppError(
  'refused',
  'Nothing was kept: Warren was not ready in this browser. Open Warren here once, then share it again.',
);

/** Inline, because the files of the page may not be available. Uses the browser's colors, light or dark. */
const REFUSAL_STYLE = 'max-width:34em;margin:0 auto;padding:2em 1.25em;font:1rem/1.5 system-ui,sans-serif';

/** Answers with a page that explains the refusal: a browser would show the JSON of an error. */
export function sendRefusal(reply: FastifyReply, { status, body }: ErrorAnswer): FastifyReply {
  const words = body.message.replaceAll(/[&<>"]/gu, (sign) => `&#${sign.charCodeAt(0)};`);
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(
      '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">' +
        `<meta name="viewport" content="width=device-width, initial-scale=1"><title>Warren</title>` +
        `<body style="${REFUSAL_STYLE}"><h1 style="font-size:1.25em">Warren</h1><p>${words}</p></body></html>`,
    );
}

export function sendPage(reply: FastifyReply, folder: string): FastifyReply {
  if (existsSync(path.join(folder, 'index.html'))) return reply.sendFile('index.html');
  return reply
    .code(404)
    .type('text/plain; charset=utf-8')
    .send('The page is not built. Start Warren with bin/warren start or npm start, which builds it.');
}
