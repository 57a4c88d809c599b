/**
 * Draws the icons of the installed app from `public/icon.svg`, as PNGs beside it:
 *
 *     npm run warren -- -x node tools/make-icons.ts
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { chromium } from '@playwright/test';

import { browserArguments, requireBrowser } from './browser.ts';

const folder = path.join(import.meta.dirname, '../public');
const svg = await readFile(path.join(folder, 'icon.svg'), 'utf8');
/** Without round corners: each system cuts its own shape, and always shows the inner four fifths. */
const whole = svg.replace(' rx="7"', '');
const inner = whole
  .replace(/<rect [^>]*\/>/u, '<rect width="32" height="32" fill="#1f5f58"/><g transform="translate(4 4) scale(0.75)">')
  .replace('</svg>', '</g></svg>');
/** A phone's status bar shows only the shape, in the bar's colour. */
const badge = svg.replace(/<rect [^>]*\/>/u, '').replaceAll('#faf8f4', '#ffffff');

const browser = await chromium.launch({ executablePath: requireBrowser(), args: browserArguments });
try {
  for (const [name, size, text] of [
    ['icon-180', 180, whole],
    ['icon-192', 192, svg],
    ['icon-512', 512, svg],
    ['icon-maskable-512', 512, inner],
    ['icon-badge-96', 96, badge],
  ] as const) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${text}`);
    await page.screenshot({ path: path.join(folder, `${name}.png`), omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}
