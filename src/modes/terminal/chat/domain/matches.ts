import { MATCH } from './drift.ts';
import type { HookReading } from './hook-feed.ts';
import type { Item } from './items.ts';
import { likeness, plainOf } from './likeness.ts';
import type { ScreenOfTurn } from './merging/merge-feeds.ts';
import { transcriptTurns, turnKey } from './merging/transcript-turns.ts';

interface Compared {
  readonly items: readonly Item[];
  readonly hooks: HookReading;
  readonly screens: ReadonlyMap<string, ScreenOfTurn>;
  /** Blocks that were compared before. */
  readonly compared: ReadonlySet<string>;
}

interface Match {
  readonly feed: 'hooks' | 'screen';
  readonly key: string;
  readonly isMatch: boolean;
}

/** A text that agrees with a block by this much is that block, read badly; by less, it is another one. */
const SAME_BLOCK = 0.6;

/**
 * Compares blocks that a feed has told completely with what the transcript says of them. On the screen a block is complete
 * once another one follows it; with hooks, a turn once it has ended.
 */
export function matchesOf({ items, hooks, screens, compared }: Compared): readonly Match[] {
  const matches: Match[] = [];
  for (const { prompt, items: told } of transcriptTurns(items).slice(-5)) {
    const key = turnKey(prompt);
    const { blocks = [] } = screens.get(key) ?? {};
    const texts = told.flatMap((item) => (item.type === 'text' ? [item] : []));
    for (const block of blocks.slice(0, -1)) {
      if (block.type !== 'text' || block.isCut) continue;
      const shown = plainOf(block.text);
      const likely = texts
        .map((text) => ({ key: `screen ${text.key}`, likeness: likeness(shown, plainOf(text.text)) }))
        .toSorted((one, other) => other.likeness - one.likeness)[0];
      if (likely && likely.likeness >= SAME_BLOCK && !compared.has(likely.key))
        matches.push({ feed: 'screen', key: likely.key, isMatch: likely.likeness >= MATCH });
    }
    const hooked = hooks.turns.find((turn) => turn.promptId !== null && turn.promptId === prompt?.promptId);
    if (!hooked?.isOver) continue;
    const heard = new Set(hooked.tools.map(({ id }) => id));
    for (const tool of told) {
      if (tool.type !== 'tool' || compared.has(`hooks ${tool.id}`)) continue;
      matches.push({ feed: 'hooks', key: `hooks ${tool.id}`, isMatch: heard.has(tool.id) });
    }
  }
  return matches;
}
