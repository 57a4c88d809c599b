import { MATCH } from './drift.ts';
import type { HookReading, HookTurn } from './hook-feed.ts';
import type { Item } from './items.ts';
import { likeness, plainOf } from './likeness.ts';
import type { ScreenOfTurn } from './merging/merge-feeds.ts';
import { transcriptTurns, turnKey } from './merging/transcript-turns.ts';

interface Compared {
  readonly items: readonly Item[];
  /** The transcript has the end of its latest turn. */
  readonly isTurnOver: boolean;
  readonly hooks: HookReading;
  readonly screens: ReadonlyMap<string, ScreenOfTurn>;
  /** Turns that were compared before, each by the keys of its matches. */
  readonly compared: ReadonlySet<string>;
}

interface Match {
  readonly feed: 'hooks' | 'screen';
  readonly key: string;
  readonly isMatch: boolean;
}

/** A text that agrees with a block by this much is that block, read badly; by less, it is another one. */
const SAME_BLOCK = 0.6;

const LATEST_TURNS = 5;

/** Compares what hooks and screen told of each turn with the transcript, once that has all of the turn. */
export function matchesOf({ items, isTurnOver, hooks, screens, compared }: Compared): readonly Match[] {
  const turns = transcriptTurns(items).slice(-LATEST_TURNS);
  return turns.flatMap(({ prompt, items: told }, index) => {
    const key = turnKey(prompt);
    const isWhole = isTurnOver || index < turns.length - 1;
    const shown = screens.get(key);
    const hooked = hooks.turns.find((turn) => turn.promptId !== null && turn.promptId === prompt?.promptId);
    return [
      ...(isWhole && shown && !compared.has(`screen ${key}`) ? screenMatches(`screen ${key}`, shown, told) : []),
      ...(hooked?.isOver && !compared.has(`hooks ${key}`) && isWhole ? hookMatches(`hooks ${key}`, hooked, told) : []),
    ];
  });
}

/** Each piece of prose that the screen showed to its end, against the one in the transcript that is most like it. */
function screenMatches(key: string, { blocks }: ScreenOfTurn, told: readonly Item[]): readonly Match[] {
  const texts = told.flatMap((item) => (item.type === 'text' ? [plainOf(item.text)] : []));
  return blocks.slice(0, -1).flatMap((block): readonly Match[] => {
    if (block.type !== 'text' || block.isCut) return [];
    const shown = plainOf(block.text);
    const best = Math.max(0, ...texts.map((text) => likeness(shown, text)));
    return best >= SAME_BLOCK ? [{ feed: 'screen', key, isMatch: best >= MATCH }] : [];
  });
}

function hookMatches(key: string, { tools, prose }: HookTurn, told: readonly Item[]): readonly Match[] {
  const heard = new Set(tools.map(({ id }) => id));
  const texts = told.flatMap((item) => (item.type === 'text' ? [plainOf(item.text)] : []));
  const said = prose.flatMap(({ text, isWhole }) => (isWhole ? [plainOf(text)] : []));
  return [
    ...told.flatMap((item) => (item.type === 'tool' ? [heard.has(item.id)] : [])),
    ...said.map((words) => texts.some((text) => likeness(words, text) >= MATCH || text.startsWith(words))),
  ].map((isMatch) => ({ feed: 'hooks' as const, key, isMatch }));
}
