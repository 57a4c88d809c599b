import { MATCH } from './drift.ts';
import type { HookReading, HookTurn } from './hook-feed.ts';
import type { Item, ScreenBlock, ToolItem } from './items.ts';
import { likeness, plainOf } from './likeness.ts';
import type { ScreenOfTurn } from './merging/merge-feeds.ts';
import type { TranscriptTurn } from './merging/transcript-turns.ts';

interface Compared {
  readonly transcript: readonly TranscriptTurn[];
  /** The transcript has the end of its latest turn. */
  readonly isTurnOver: boolean;
  /** The latest turn rests: what the screen shows of it is all that it will. */
  readonly isSettled: boolean;
  readonly hooks: HookReading;
  readonly screens: ReadonlyMap<string, ScreenOfTurn>;
  /** How often the screen was read during a turn, by its key. */
  readonly watched: ReadonlyMap<string, number>;
  /** Comparisons that were made before, by their keys. */
  readonly compared: ReadonlySet<string>;
}

/** What hooks or the screen told of one turn, against the transcript: whether each block of it matches. */
interface Comparison {
  readonly feed: 'hooks' | 'screen';
  readonly key: string;
  readonly matches: readonly boolean[];
}

/** A text that agrees with a block by this much is that block, read badly; by less, it is another one. */
const SAME_BLOCK = 0.6;

const LATEST_TURNS = 5;
/** A screen that was read this often during a turn would have shown its prose. */
const MIN_WATCHED = 3;
/** Characters of prose in a turn that cannot be overlooked. */
const MIN_PROSE = 20;

/** Compares what hooks and screen told of each turn with the transcript, once that has all of the turn. */
export function comparisonsOf(known: Compared): readonly Comparison[] {
  const { transcript, isTurnOver, isSettled, hooks, screens, watched, compared } = known;
  const turns = transcript.slice(-LATEST_TURNS);
  return turns.flatMap(({ key: turn, prompt, items: told }, index): readonly Comparison[] => {
    const isLatest = index === turns.length - 1;
    const isNew = (feed: Comparison['feed']) => !compared.has(`${feed} ${turn}`);
    const shown = screens.get(turn);
    const isLookedAt = isLatest ? isTurnOver && isSettled : shown !== undefined;
    const hooked = hooks.turns.find((each) => each.promptId !== null && each.promptId === prompt?.promptId);
    const isToldByHooks = hooked?.isOver === true && (!isLatest || isTurnOver);
    return [
      ...(isLookedAt && isNew('screen')
        ? [
            {
              feed: 'screen' as const,
              key: `screen ${turn}`,
              matches: screenMatches(shown?.blocks ?? [], told, {
                isWhole: isLatest,
                isWatched: isLatest && (watched.get(turn) ?? 0) >= MIN_WATCHED,
              }),
            },
          ]
        : []),
      ...(isToldByHooks && isNew('hooks')
        ? [{ feed: 'hooks' as const, key: `hooks ${turn}`, matches: hookMatches(hooked, told) }]
        : []),
    ];
  });
}

interface Watched {
  /** The last block is not being painted any more. */
  readonly isWhole: boolean;
  /** The screen was read often enough to have shown all prose. */
  readonly isWatched: boolean;
}

/** Each piece of prose that the screen showed to its end, against the one in the transcript that is most like it. */
function screenMatches(
  blocks: readonly ScreenBlock[],
  told: readonly Item[],
  { isWhole, isWatched }: Watched,
): readonly boolean[] {
  const texts = told.flatMap((item) => (item.type === 'text' ? [plainOf(item.text)] : []));
  const matches = (isWhole ? blocks : blocks.slice(0, -1)).flatMap((block) => {
    if (block.type !== 'text' || block.isCut) return [];
    const shown = plainOf(block.text);
    const best = Math.max(0, ...texts.map((text) => likeness(shown, text)));
    return best >= SAME_BLOCK ? [best >= MATCH] : [];
  });
  if (matches.length > 0 || !isWatched || texts.join('').length < MIN_PROSE) return matches;
  // Of all that was said nothing was found: the screen of this version is painted otherwise.
  const isFound = blocks.some((block) => block.type === 'text' && isPartOf(plainOf(block.text), texts));
  return isFound ? [] : [false];
}

const COMPARED = 40;
const isPartOf = (shown: string, texts: readonly string[]) =>
  texts.some((text) => text.includes(shown.slice(0, COMPARED)) || text.includes(shown.slice(-COMPARED)));

function hookMatches({ tools, prose }: HookTurn, told: readonly Item[]): readonly boolean[] {
  const heard = new Set(tools.map(({ id }) => id));
  const texts = told.flatMap((item) => (item.type === 'text' ? [plainOf(item.text)] : []));
  const said = prose.flatMap(({ text, isWhole }) => (isWhole ? [plainOf(text)] : []));
  return [
    ...told.flatMap((item) => (item.type === 'tool' && !firesNoHook(item) ? [heard.has(item.id)] : [])),
    ...said.map((words) => texts.some((text) => likeness(words, text) >= MATCH || text.startsWith(words))),
  ];
}

/** A tool that is unknown, or whose input is not valid, is never called: no hook tells of it. */
const firesNoHook = ({ isError, output }: ToolItem) => isError && (output?.startsWith('<tool_use_error>') ?? false);
