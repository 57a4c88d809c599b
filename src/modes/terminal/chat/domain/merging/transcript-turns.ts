import { beginningOf, type Item } from '../items.ts';

export interface TranscriptTurn {
  readonly key: string;
  readonly prompt: ReturnType<typeof beginningOf>;
  readonly items: readonly Item[];
}

/**
 * Divides the items of a transcript into turns. A queued or absorbed prompt belongs to the turn around it. A turn whose
 * items are the same objects stays the same object, as most of a long chat does.
 */
export class TranscriptTurns {
  #items: readonly Item[] = [];
  #turns: readonly TranscriptTurn[] = [];
  #once: readonly TranscriptTurn[] = [];

  of(items: readonly Item[]): readonly TranscriptTurn[] {
    if (items === this.#items) return this.#once;
    const same = commonLength(items, this.#items);
    const kept: TranscriptTurn[] = [];
    let from = 0;
    for (const turn of this.#turns) {
      // Items behind the latest one can belong to its turn.
      if (from + turn.items.length >= same) break;
      kept.push(turn);
      from += turn.items.length;
    }
    // A turn is complete if another one begins behind it.
    const isWhole = from === 0 || beginningOf(items[from]) !== null;
    const last = isWhole ? undefined : kept.pop();
    this.#items = items;
    this.#turns = [...kept, ...turnsOf(items.slice(from - (last?.items.length ?? 0)))];
    // A session that continues another one contains a copy of its turns.
    this.#once = [...new Map(this.#turns.map((turn) => [turn.key, turn])).values()];
    return this.#once;
  }
}

function turnsOf(items: readonly Item[]): readonly TranscriptTurn[] {
  const turns: { key: string; prompt: TranscriptTurn['prompt']; items: Item[] }[] = [];
  for (const item of items) {
    const last = turns.at(-1);
    const prompt = beginningOf(item);
    if (!prompt && last) last.items.push(item);
    else turns.push({ key: turnKey(prompt), prompt, items: [item] });
  }
  return turns;
}

/** The key of a turn, the same from every feed that knows its prompt. */
export function turnKey(prompt: { readonly key: string; readonly promptId: string | null } | null): string {
  const key = prompt?.promptId ?? prompt?.key ?? 'start';
  return key.replaceAll(/[^\w-]/gu, '-').slice(0, 44);
}

/** The number of elements at the beginning of two lists that are the same objects. */
export function commonLength(one: readonly unknown[], other: readonly unknown[]): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one[length] === other[length]) length += 1;
  return length;
}
