import { setTimeout as delay } from 'node:timers/promises';

/** A text word by word, as an embedded agent streams it: `paceMs` lies between two, so that it reads as it comes. */
export async function* streamWords(text: string, paceMs: number, signal: AbortSignal): AsyncGenerator<string> {
  for (const word of text.split(/(?<=\s)/u)) {
    if (signal.aborted) return;
    yield word;
    if (paceMs > 0) await delay(paceMs, undefined, { signal }).catch(() => undefined);
  }
}
