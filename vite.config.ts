import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { firstLoad } from './tools/first-load.ts';
import { modernFonts } from './tools/modern-fonts.ts';
import { precompress } from './tools/precompress.ts';
import { serviceWorker, WORKER } from './tools/service-worker.ts';

/** Entries loaded separately from the page. They must load none of its scripts. */
const APART = ['src/shell/worker/service-worker.ts', 'src/modes/terminal/prompts/web/main.ts'] as const;

/**
 * In development the server has another address and checks Host and Origin, so the proxy rewrites both to that address.
 */
const server = process.env['WARREN_SERVER_URL'] ?? 'http://127.0.0.1:4600';
const toServer = { target: server, changeOrigin: true, headers: { origin: server } };

export default defineConfig(({ command }) => {
  // Vite keeps an existing NODE_ENV, and React's development build is 70 kB larger and slower.
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return {
    plugins: [modernFonts(), react(), tailwindcss(), serviceWorker(), precompress()],
    build: {
      outDir: 'dist/page',
      chunkSizeWarningLimit: 700,
      rolldownOptions: {
        input: { index: 'index.html', answer: 'answer.html', [WORKER]: APART[0] },
        output: {
          entryFileNames: ({ name }) => (name === WORKER ? '[name].js' : 'assets/[name]-[hash].js'),
          codeSplitting: { groups: [firstLoad('src/shell/main.tsx', APART)] },
        },
      },
    },
    server: {
      proxy: {
        '/api': toServer,
        '/healthz': toServer,
        '/ws': { ...toServer, ws: true, rewriteWsOrigin: true },
      },
    },
  };
});
