import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Plugin } from 'vite';

/** The name of the worker among the inputs of the build. Its address never changes. */
export const WORKER = 'sw';

/** Gives the built service worker the list of files in its version of the page. */
export function serviceWorker(): Plugin {
  let publicFolder = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      publicFolder = config.publicDir;
    },
    generateBundle: {
      // Runs after the page is in the bundle, because the page's text is part of the version.
      order: 'post',
      async handler(_options, bundle) {
        const worker = Object.values(bundle).find((part) => part.type === 'chunk' && part.name === WORKER);
        const page = bundle['index.html'];
        if (worker?.type !== 'chunk' || page?.type !== 'asset')
          this.error('The page or its service worker is missing.');
        const entry = /src="(?<entry>\/assets\/[^"]+)"/u.exec(String(page.source))?.groups?.['entry'];
        if (entry === undefined) this.error('The page names no script.');
        const apart = Object.values(bundle).filter((part) => part.fileName.endsWith('.html') && part !== page);
        const lasting = await readdir(publicFolder);
        const texts = await Promise.all(lasting.map((file) => readFile(path.join(publicFolder, file))));
        const files = [
          ...Object.keys(bundle).filter((file) => /\.(?:js|css|woff2)$/u.test(file) && file !== worker.fileName),
          ...apart.map(({ fileName }) => fileName),
          ...lasting,
        ].map((file) => `/${file}`);
        const hash = createHash('sha256').update(JSON.stringify([files, String(page.source), worker.code]));
        for (const part of apart) if (part.type === 'asset') hash.update(part.source);
        for (const text of texts) hash.update(text);
        const version = hash.digest('hex').slice(0, 16);
        worker.code = `const PAGE=${JSON.stringify({ version, entry, files })};\n${worker.code}`;
      },
    },
  };
}
