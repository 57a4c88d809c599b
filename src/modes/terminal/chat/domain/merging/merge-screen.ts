import type { MergedItem, ScreenBlock, ScreenReading, TextItem } from '../items.ts';
import { isBeginningLike, likeness, plainOf } from '../likeness.ts';

interface OnScreen {
  /** The blocks of the turn, oldest first. */
  readonly blocks: readonly ScreenBlock[];
  /** When each block was first shown, in milliseconds since the epoch. */
  readonly times: readonly number[];
  /** Texts of the previous turn, which the screen can still show where the turn begins. */
  readonly earlier: readonly string[];
}

/**
 * Adds prose that only the screen shows so far: no other feed reports it before its end. It is inserted before as many
 * calls as follow it on the screen.
 */
export function mergeScreen(items: readonly MergedItem[], { blocks, times, earlier }: OnScreen): readonly MergedItem[] {
  const before = earlier.map(plainOf);
  const known = items.flatMap(({ item }) => (item.type === 'text' ? [plainOf(item.text)] : []));
  let merged = items;
  // The same words can occur twice in a turn, so each search begins behind the previous match.
  let from = 0;
  for (const [index, block] of blocks.entries()) {
    if (block.type !== 'text') continue;
    const shown = plainOf(block.text);
    const found = known.findIndex((text, place) => place >= from && shows(shown, text, block.isCut));
    if (found >= 0) from = found + 1;
    const isEarlier = from === 0 && before.some((text) => likeness(shown, text) >= 0.9);
    if (shown === '' || found >= 0 || isEarlier) continue;
    const begun = merged.findIndex((each) => isBeginningOf(each, shown));
    if (begun >= 0) {
      merged = merged.map((each, place) => (place === begun ? withText(each, block.text) : each));
      continue;
    }
    const item: TextItem = {
      type: 'text',
      key: `screen-${index}`,
      at: times[index] ?? 0,
      text: block.text,
    };
    const callsBehind = blocks.slice(index + 1).filter(({ type }) => type === 'tool').length;
    merged = withBeforeCalls(merged, { item, feeds: ['screen'] }, callsBehind);
  }
  return merged;
}

/** Hooks reported the beginning of a text, and lost the rest. */
const isBeginningOf = ({ item, feeds }: MergedItem, shown: string) =>
  item.type === 'text' && feeds.length === 1 && feeds[0] === 'hooks' && isBeginningLike(plainOf(item.text), shown);

const withText = ({ item, feeds }: MergedItem, text: string): MergedItem => ({
  item: item.type === 'text' ? { ...item, text } : item,
  feeds: [...feeds, 'screen'],
});

/** Whether a text on the screen is a known one, or its beginning while it is painted. */
function shows(shown: string, text: string, isCut = false): boolean {
  if (isCut) return text.includes(shown.slice(0, 40)) || text.includes(shown.slice(-40));
  return isBeginningLike(shown, text) || likeness(shown, text) >= 0.9;
}

/** Inserts it before as many calls as follow it on the screen, and before prose that follows those. */
function withBeforeCalls(items: readonly MergedItem[], added: MergedItem, calls: number): readonly MergedItem[] {
  const places = items.flatMap(({ item }, index) => (item.type === 'tool' ? [index] : []));
  const place = calls === 0 ? items.length : (places.at(-calls) ?? places[0] ?? items.length);
  return items.toSpliced(place, 0, added);
}

interface TurnOnScreen {
  readonly prompt: string | null;
  /** The prompt is Claude Code's own, which the screen shows as a notice. */
  readonly isSelfPrompted?: boolean;
  /** Prompts that were typed during the turn. */
  readonly absorbed: readonly string[];
  /** An earlier screen showed the turn, so its prompt can have left the rows that are read. */
  readonly wasShown: boolean;
}

/**
 * The blocks of a screen that belong to the turn of a prompt; null if the screen does not show that turn.
 */
export function screenOfTurn(
  { blocks, isCut }: ScreenReading,
  { prompt, isSelfPrompted = false, absorbed, wasShown }: TurnOnScreen,
): readonly ScreenBlock[] | null {
  const isOwn = (block: ScreenBlock) => block.type !== 'prompt' || absorbed.some((text) => isPrompt(block.text, text));
  const start = blocks.findLastIndex((block) => !isOwn(block));
  if (isSelfPrompted) {
    const words = plainOf(prompt ?? '');
    const news = blocks.findLastIndex((block) => block.type === 'notice' && plainOf(block.text).startsWith(words));
    if (news > start) return blocks.slice(news + 1);
    return start < 0 && wasShown && isCut ? blocks : null;
  }
  const shown = blocks[start];
  if (shown?.type !== 'prompt') return wasShown && isCut ? blocks : null;
  return prompt !== null && isPrompt(shown.text, prompt) ? blocks.slice(start + 1) : null;
}

const PASTED = /\[Pasted text #\d[^\][]*\]/gu;
const IMAGE = /\[Image #\d+\]/gu;
/** Number of compared characters; the screen can cut a longer prompt. */
const COMPARED = 60;

/**
 * Whether a prompt on the screen is that of a hook or of the transcript. The screen shows pasted text as a placeholder.
 */
function isPrompt(shown: string, prompt: string): boolean {
  const parts = shown.replaceAll(IMAGE, '').split(PASTED).map(plainOf);
  const whole = plainOf(prompt);
  const [start = ''] = parts;
  if (parts.length > 1) return whole.startsWith(start.slice(0, COMPARED));
  return start === whole || (whole.length > COMPARED && start.slice(0, COMPARED) === whole.slice(0, COMPARED));
}
