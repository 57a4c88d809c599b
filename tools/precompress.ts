import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);
/** One below the maximum, which takes ten times as long and saves one percent. */
const QUALITY = 9;

/** Writes a Brotli copy beside every text file of the built page, which the server sends directly. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true });
      await Promise.all(
        files.filter((file) => /\.(?:js|css|html|svg)$/.test(file)).map((file) => write(path.join(folder, file))),
      );
    },
  };
}

async function write(file: string): Promise<void> {
  const text = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  await writeFile(`${file}.br`, await compress(text, { params }));
}
