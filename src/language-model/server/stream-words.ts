import { setTimeout as delay } from 'node:timers/promises';

/** Streams a text word by word, `paceMs` milliseconds apart, as embedded agents do. */
export async function* streamWords(text: string, paceMs: number, signal: AbortSignal): AsyncGenerator<string> {
  for (const word of text.split(/(?<=\s)/u)) {
    if (signal.aborted) return;
    yield word;
    if (paceMs > 0) await delay(paceMs, undefined, { signal }).catch(() => undefined);
  }
}
