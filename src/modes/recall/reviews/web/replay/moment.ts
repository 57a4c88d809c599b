import type { Entry, Timeline } from './timeline.ts';

/** The number of ordered items at or before a moment. */
export function countUntil<Thing>(things: readonly Thing[], moment: number, timeOf: (thing: Thing) => number): number {
  let low = 0;
  let high = things.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const thing = things[middle];
    if (thing !== undefined && timeOf(thing) <= moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The entries that have begun by a moment, without replaced attempts. */
export function begunAt({ entries }: Timeline, moment: number): readonly Entry[] {
  return entries
    .slice(
      0,
      countUntil(entries, moment, ({ from }) => from),
    )
    .filter(({ goneAt }) => goneAt > moment);
}

/** A key that changes with everything except the words of a streaming reply. */
export function sceneAt({ entries, recalls, cards }: Timeline, moment: number): string {
  const begun = countUntil(entries, moment, ({ from }) => from);
  const coming = comingAt(entries.slice(0, begun), moment);
  const happened = (marks: readonly { readonly at: number }[]) => countUntil(marks, moment, ({ at }) => at);
  return `${begun} ${coming?.message.id ?? ''} ${happened(recalls)} ${happened(cards)}`;
}

/** The reply that is streaming at a moment. */
export function comingAt(begun: readonly Entry[], moment: number): Entry | null {
  const last = begun.findLast(({ message }) => message.author === 'assistant');
  return last && last.to > moment ? last : null;
}

/** The words of a reply that have arrived by a moment, in proportion to its duration. */
export function cameBy({ message, from, to }: Entry, moment: number): string {
  if (moment >= to) return message.content;
  const characters = Math.floor((message.content.length * (moment - from)) / (to - from));
  const cut = message.content.lastIndexOf(' ', characters);
  return message.content.slice(0, Math.max(0, cut));
}

/** The next step: the start of the next message, or the end. */
export function nextStep({ entries, length }: Timeline, moment: number): number {
  return entries.find(({ from }) => from > moment)?.from ?? length;
}

/** The previous step: the start of the message before the current one, or the beginning. */
export function previousStep({ entries }: Timeline, moment: number): number {
  return entries.findLast(({ from }) => from < moment)?.from ?? 0;
}
