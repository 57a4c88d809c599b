import { type Mark, markAt } from './thinking-marks.ts';

/** In characters. Text that is held back longer than this without a closing mark is an answer. */
const MAX_HELD_LENGTH = 64_000;

/** Longer than any header between two marks. */
const MAX_HEADER_LENGTH = 80;

/** Where a mark or code may begin. */
const CANDIDATE = /[<[◁`]/g;
const TICKS = /`+/y;

/**
 * Some servers put the model's thinking into the answer, between marks such as `<think>` and `</think>` or in a
 * separate channel, and some leave the control tokens of its template. The person must see neither. In code, and as
 * tags in the middle of a sentence, such marks are the subject of the answer and are kept.
 *
 * Some servers omit the opening mark because it is part of the prompt. Without one, text is held back until the closing
 * mark or the end if `isExpected` (an earlier answer of this model did that) or `isWhole` (the answer is not streamed).
 * Otherwise it is shown at once, and a closing mark makes the answer void: the caller remembers to expect thinking from
 * this model.
 */
export function createThinkingFilter({ isExpected = false, isWhole = false }) {
  /** `over`: the model has begun an invented turn of another speaker, or another answer. */
  let state: 'answer' | 'thinking' | 'role' | 'channel' | 'over' = 'answer';
  /** The end of what arrived, which may be the beginning of a mark. */
  let unread = '';
  let header = '';
  let isHeld = isExpected || isWhole;
  let held = '';
  /** The end of the answer so far. */
  let tail = '';
  let hasBegun = false;
  /** White space before the first word. Dropped if a mark follows. */
  let lead = '';
  let isTrimmed = false;
  let hasEnded = false;
  let isInCode = false;
  let isInFence = false;
  let hasOpened = false;
  let omitsOpening = false;
  let wasShown = false;
  let keptTags = 0;
  let shown = '';

  function show(given: string): void {
    const text = hasBegun ? given : isTrimmed ? given.trimStart() : lead + given;
    hasBegun ||= text.trim() !== '';
    lead = hasBegun ? '' : text;
    if (!hasBegun) return;
    tail = (tail + text).slice(-8);
    if (isHeld) held += text;
    else shown += text;
    if (held.length > MAX_HELD_LENGTH) release();
  }

  function release(): void {
    shown += held;
    held = '';
    isHeld = false;
  }

  function readText(text: string): void {
    if (state === 'role' || state === 'channel') {
      const end = text.indexOf('\n');
      header += end < 0 ? text : text.slice(0, end);
      if (end < 0 && header.length <= MAX_HEADER_LENGTH) return;
      endHeader();
      if (end >= 0) readText(text.slice(end + 1));
    } else if (state === 'answer' && text !== '') {
      if (hasEnded && /^\s*\n/.test(text)) state = 'over';
      else {
        if (text.trim() !== '') hasEnded = false;
        if (text.includes('\n')) isInCode = false;
        show(text);
      }
    }
  }

  function readTicks(ticks: string): void {
    readText(ticks);
    if (state !== 'answer') return;
    if (ticks.length > 2) isInFence = !isInFence;
    else if (!isInFence) isInCode = !isInCode;
  }

  function endHeader(): void {
    const isChannel = state === 'channel';
    const name = header.trim().toLowerCase();
    header = '';
    if (isChannel) {
      const isAnswer = /^(?:final|response|answer)\b/.test(name);
      if (isAnswer && !hasOpened && hasBegun) closeUnopened();
      hasOpened = true;
      state = isAnswer ? 'answer' : 'thinking';
      if (isAnswer) release();
    } else speak(name);
  }

  function speak(name: string): void {
    const isModel = /^(?:assistant|model|ai|bot|chatbot|gpt)/.test(name);
    state = isModel && !(hasEnded && hasBegun) ? 'answer' : 'over';
  }

  function closeUnopened(): void {
    if (isHeld) held = '';
    else if (hasBegun && !hasOpened) wasShown = true;
    omitsOpening ||= isHeld || wasShown;
    hasEnded = false;
    hasOpened = true;
    hasBegun = false;
    tail = '';
    state = 'answer';
    release();
  }

  function readMark({ kind, name, text, isTag }: Mark): void {
    const mayOpen = !isTag || /(?:^|\n|[.!?…:;)"”*>])\s{0,8}$/.test(tail);
    const isKept = isTag && (kind === 'open' ? !mayOpen : keptTags > 0);
    if (state === 'answer' && (isInCode || isInFence || isKept)) {
      if (isKept) keptTags += kind === 'open' ? 1 : -1;
      return readText(text);
    }
    isTrimmed = true;
    if (kind === 'channel' || kind === 'role') {
      if (kind === 'role' && state === 'thinking') release();
      state = hasOpened && hasBegun && (hasEnded || state === 'over') ? 'over' : kind;
      header = '';
    } else if (kind === 'speaker') speak(name);
    else if (kind === 'message') {
      if (state === 'role' || state === 'channel') endHeader();
    } else if (state === 'thinking') {
      if (kind === 'open' || kind === 'decor') return;
      state = 'answer';
      release();
    } else if (state === 'answer') {
      if (kind === 'open') {
        state = 'thinking';
        hasOpened = true;
      } else if (kind === 'close') {
        if (!hasOpened || isHeld) closeUnopened();
      } else if (kind === 'end') hasEnded = hasBegun;
    }
  }

  /** Reads the received text, up to a possible beginning of a mark. */
  function read(isLast: boolean): string {
    let at = 0;
    while (at < unread.length) {
      CANDIDATE.lastIndex = at;
      const next = CANDIDATE.exec(unread)?.index ?? unread.length;
      if (next > at) readText(unread.slice(at, next));
      at = next;
      if (at === unread.length) break;
      TICKS.lastIndex = at;
      const ticks = TICKS.exec(unread)?.[0];
      if (ticks !== undefined && !isLast && at + ticks.length === unread.length) break;
      const mark = ticks === undefined ? markAt(unread, at) : null;
      if (mark === 'unfinished' && !isLast) break;
      if (ticks !== undefined) readTicks(ticks);
      else if (mark === null || mark === 'unfinished') readText(unread.charAt(at));
      else readMark(mark);
      at += ticks?.length ?? (mark === null || mark === 'unfinished' ? 1 : mark.text.length);
    }
    unread = unread.slice(at);
    const now = shown;
    shown = '';
    return now;
  }

  return {
    /** Returns the text that may be shown now. Text that may still turn out to be thinking is held back. */
    pass(text: string): string {
      unread += text;
      return read(false);
    },
    /** Returns the held text that is not thinking. `isCut`: the answer ended before the model had finished. */
    rest(isCut: boolean): string {
      const last = read(true);
      const text = isCut && isExpected && isHeld ? '' : lead + held;
      lead = held = '';
      return last + text;
    },
    /** Whether the answer had thinking without an opening mark. Later answers of this model may too. */
    omitsOpening: () => omitsOpening,
    /** Whether thinking was shown because no mark opened it. The answer so far is then void. */
    wasShown: () => wasShown,
  };
}
