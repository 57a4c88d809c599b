import type { Item, PromptItem } from '../items.ts';

export interface TranscriptTurn {
  readonly prompt: PromptItem | null;
  readonly items: readonly Item[];
}

const divided = new WeakMap<readonly Item[], readonly TranscriptTurn[]>();

/**
 * Divides what the transcript tells into turns, once for each reading. A prompt that waits or was absorbed stands inside a
 * turn.
 */
export function transcriptTurns(items: readonly Item[]): readonly TranscriptTurn[] {
  const known = divided.get(items);
  if (known) return known;
  const turns = divide(items);
  divided.set(items, turns);
  return turns;
}

function divide(items: readonly Item[]): readonly TranscriptTurn[] {
  const turns: { prompt: PromptItem | null; items: Item[] }[] = [];
  for (const item of items) {
    const begins = item.type === 'prompt' && item.queue === undefined;
    const last = turns.at(-1);
    if (begins || !last) turns.push({ prompt: begins ? item : null, items: [item] });
    else last.items.push(item);
  }
  return turns;
}

/** The key of a turn, as every feed that knows its prompt gives it. */
export function turnKey(prompt: Pick<PromptItem, 'promptId' | 'key'> | null): string {
  const key = prompt?.promptId ?? prompt?.key ?? 'start';
  return key.replaceAll(/[^\w-]/gu, '-').slice(0, 44);
}
