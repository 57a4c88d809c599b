const TAG_NAMES = ['think', 'thinking', 'thought'] as const;
const OPENING_TAG = new RegExp(`<(${TAG_NAMES.join('|')})>`, 'i');
const CLOSING_TAG = new RegExp(`</(${TAG_NAMES.join('|')})>`, 'i');
const OPENING_TAGS = TAG_NAMES.map((name) => `<${name}>`);
const MAX_CLOSING_TAG_LENGTH = '</thinking>'.length;

/** In characters. Text that is held back longer than this without a closing tag is an answer. */
const MAX_HELD_LENGTH = 64_000;

/** Removes a model's thinking from its answer and detects whether there was any. */
export interface ThinkingFilter {
  /** Returns the text that may be shown now. Text that may still turn out to be thinking is held back. */
  pass(text: string): string;
  /** Returns the held text that is not thinking. `isCut`: the answer ended before the model had finished. */
  rest(isCut: boolean): string;
  hasThinking(): boolean;
  /** Thinking was shown because no tag had opened it: the answer so far is void. */
  wasShown(): boolean;
}

/**
 * Some servers put the model's thinking at the start of the answer, between `<think>` and `</think>`. Some omit the
 * opening tag because it is part of the prompt. The person must not read the thinking.
 *
 * Without an opening tag, text is held back until the closing tag or the end if `isExpected` (an earlier answer of this
 * model contained thinking) or `isWhole` (the answer is not streamed). Otherwise it is shown at once, and a closing tag
 * makes the answer void: the caller remembers to expect thinking from this model.
 */
export function createThinkingFilter({ isExpected = false, isWhole = false }): ThinkingFilter {
  let held = '';
  let state: 'head' | 'thinking' | 'untagged' | 'gap' | 'answer' = 'head';
  let hasThinking = false;
  let hasOpened = false;
  let wasShown = false;

  function release(text: string): string {
    state = 'answer';
    held = '';
    return text;
  }

  /** Shows text and checks it for a closing tag without an opening one. */
  function answer(text: string): string {
    // The end of the earlier text is included because a tag may arrive in two pieces.
    const seen = held + text;
    hasOpened ||= OPENING_TAG.test(seen);
    if (!hasOpened && CLOSING_TAG.test(seen)) wasShown = hasThinking = true;
    held = seen.slice(-MAX_CLOSING_TAG_LENGTH);
    return text;
  }

  function head(): string | null {
    const begun = held.trimStart();
    if (OPENING_TAG.exec(begun)?.index === 0) {
      state = 'thinking';
      hasOpened = hasThinking = true;
    } else if (OPENING_TAGS.some((tag) => tag.startsWith(begun.toLowerCase()))) return '';
    else if (isExpected || isWhole) state = 'untagged';
    else return answer(release(held));
    return null;
  }

  function pass(text: string): string {
    if (state === 'answer') return answer(text);
    held += text;
    if (state === 'head') {
      const shown = head();
      if (shown !== null) return shown;
    }
    if (state === 'thinking' || state === 'untagged') {
      const close = CLOSING_TAG.exec(held);
      if (!close) {
        if (state === 'untagged') return held.length > MAX_HELD_LENGTH ? answer(release(held)) : '';
        // Only the end is kept: the closing tag may arrive in two pieces.
        held = held.slice(-MAX_CLOSING_TAG_LENGTH);
        return '';
      }
      // An opening tag in the middle of the text is part of the answer.
      if (state === 'untagged' && OPENING_TAG.test(held.slice(0, close.index))) return answer(release(held));
      hasThinking = hasOpened = true;
      held = held.slice(close.index + close[0].length);
      state = 'gap';
    }
    const shown = held.trimStart();
    return shown === '' ? '' : release(shown);
  }

  return {
    pass,
    rest(isCut) {
      const isThinking = state === 'untagged' && isCut && isExpected;
      return !isThinking && (state === 'head' || state === 'untagged') ? release(held) : '';
    },
    hasThinking: () => hasThinking,
    wasShown: () => wasShown,
  };
}
