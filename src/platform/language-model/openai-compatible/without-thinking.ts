import { judgeHead } from './judge-head.ts';

/** As servers tag what a model thinks, in either case. */
const NAMES = ['think', 'thinking', 'thought'] as const;
const OPEN = new RegExp(`<(${NAMES.join('|')})>`, 'i');
const CLOSE = new RegExp(`</(${NAMES.join('|')})>`, 'i');
const OPEN_TAGS = NAMES.map((name) => `<${name}>`);
const LONGEST_CLOSE = '</thinking>'.length;

/** More than anyone thinks: what is held back so long is an answer. */
const LONGEST_HELD = 64_000;
/** About three sentences: nobody waits longer for the words of a model of which nothing is known. */
const LONGEST_HEAD = 200;
/** A tag may be about to come. */
const BEGUN_TAG = /<\/?[a-z]{0,8}$/i;

/** Takes the thinking out of an answer, and finds out whether there was any. */
export interface ThinkingFilter {
  /** What may be shown after these words; what may yet turn out to be thinking is held back. */
  pass(text: string): string;
  /** What was held back and is none, at the end; `isCut`: that came before the model had ended. */
  rest(isCut: boolean): string;
  /** The server keeps what the model thinks apart from its words: those are a reply from the first on. */
  keepApart(): void;
  /** Whether the model thinks among its words; undefined as long as nobody knows. */
  thinks(): boolean | undefined;
  /** Thinking was shown, because nothing had said that it was any: what came before is void. */
  wasShown(): boolean;
}

/** What is known of a model from its earlier answers: whether it thinks among its words. */
export type Thinks = 'unknown' | 'yes' | 'no';

/**
 * Some servers leave what a model thinks at the head of its answer, between `<think>` and `</think>`; some leave the
 * first tag out, since it stands in the prompt. It holds what the person must not read. Of a model that is known to
 * think, words are held back until the tag, or else until their end; of one that is known not to, none are. Of a model
 * that has not answered yet, the head is held back until it plainly is a reply, or is longer than a head, or, where it
 * plainly is thinking, until the tag.
 *
 * What remains: thinking without its first tag that does not read as such can be shown, once, by a model that nothing is
 * known of. At its closing tag the answer fails and counts for nothing, and from then on the model is known.
 */
export function createThinkingFilter(given: Thinks): ThinkingFilter {
  let known = given;
  let held = '';
  let state: 'head' | 'thinking' | 'untagged' | 'gap' | 'answer' = 'head';
  let thinks: boolean | undefined;
  let hasOpened = false;
  let isVoid = false;

  function release(text: string): string {
    state = 'answer';
    held = '';
    return text;
  }

  /** Shows words, and sees whether they close what was never opened. */
  function answer(text: string): string {
    // With the end of what was shown: a tag may come in two pieces.
    const seen = held + text;
    hasOpened ||= OPEN.test(seen);
    if (!hasOpened && CLOSE.test(seen)) isVoid = thinks = true;
    held = seen.slice(-LONGEST_CLOSE);
    return text;
  }

  function head(): string | null {
    const begun = held.trimStart();
    if (OPEN.exec(begun)?.index === 0) {
      state = 'thinking';
      hasOpened = thinks = true;
    } else if (OPEN_TAGS.some((tag) => tag.startsWith(begun.toLowerCase()))) return '';
    else if (known !== 'no') state = 'untagged';
    else return answer(release(held));
    return null;
  }

  function judgeHeld() {
    return judgeHead(held.slice(0, LONGEST_HEAD));
  }

  function mustHold(): boolean {
    if (known === 'no' || held.length > LONGEST_HELD) return false;
    if (known === 'yes') return true;
    const judged = judgeHeld();
    if (judged === 'reply') return BEGUN_TAG.test(held);
    return judged === 'thinking' || held.length <= LONGEST_HEAD || BEGUN_TAG.test(held);
  }

  function pass(text: string): string {
    if (state === 'answer') return answer(text);
    held += text;
    if (state === 'head') {
      const shown = head();
      if (shown !== null) return shown;
    }
    if (state === 'thinking' || state === 'untagged') {
      const close = CLOSE.exec(held);
      if (!close) {
        if (state === 'untagged') return mustHold() ? '' : answer(release(held));
        // Enough to know the tag by, however much is thought.
        held = held.slice(-LONGEST_CLOSE);
        return '';
      }
      // A tag that stands in the middle of words is one of them.
      if (state === 'untagged' && OPEN.test(held.slice(0, close.index))) return answer(release(held));
      thinks = true;
      hasOpened = true;
      held = held.slice(close.index + close[0].length);
      state = 'gap';
    }
    const shown = held.trimStart();
    return shown === '' ? '' : release(shown);
  }

  return {
    pass,
    keepApart() {
      if (known === 'unknown') known = 'no';
    },
    rest(isCut) {
      thinks ??= isCut ? undefined : false;
      const isThought = state === 'untagged' && isCut && (known === 'yes' || judgeHeld() === 'thinking');
      return !isThought && (state === 'head' || state === 'untagged') ? release(held) : '';
    },
    thinks: () => thinks,
    wasShown: () => isVoid,
  };
}
