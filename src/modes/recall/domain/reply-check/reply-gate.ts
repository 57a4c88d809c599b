import { givenAwayBy, isNear } from './give-away.ts';
import type { Guard } from './guard.ts';
import type { HiddenWords } from './hidden-words.ts';
import { sentenceEnd } from './sentences.ts';

/** What came before a sentence. */
interface Before {
  /** What was shown. */
  readonly shown: string;
  /** What the tutor wrote, also where that was left out. */
  readonly heard: string;
}

/** What a sentence must not be. */
interface Watch {
  /** What the sentence so far may still become. */
  isNear(sentence: string, before: Before): boolean;
  isHit(sentence: string, before: Before): boolean;
}

/** No sentence gives away what is still to be recalled, or quotes what the person is not to see. */
export function watchAll(guard: Guard, hidden: HiddenWords): Watch {
  return {
    isNear: (sentence, { shown, heard }) => isNear(sentence, shown, guard) || hidden.isNear(sentence, heard),
    isHit: (sentence, { shown, heard }) =>
      hidden.isQuotedIn(sentence, heard) || givenAwayBy(sentence, shown, guard).length > 0,
  };
}

/** No sentence quotes what the person is not to see. */
export function watchQuotes(hidden: HiddenWords): Watch {
  return {
    isNear: (sentence, { heard }) => hidden.isNear(sentence, heard),
    isHit: (sentence, { heard }) => hidden.isQuotedIn(sentence, heard),
  };
}

interface Passed {
  /** Words that may be shown now. */
  readonly shown: string;
  /** The sentence that followed must not be shown: nothing more passes. */
  readonly isShut: boolean;
}

/**
 * Lets a reply pass as it comes. A sentence is shown word by word as long as it is far from what is watched for; from
 * there on it is held until it ends, and shown only when it is none of that.
 */
export class ReplyGate {
  readonly #watch: Watch;
  readonly #atHit: 'shut' | 'leave-out';
  #before: Before;
  /** The sentence under way. */
  #sentence = '';
  /** So much of it was shown. */
  #shown = 0;
  #isHeld = false;
  #isShut = false;

  /** `before`: what the reply goes on with. `atHit`: whether all ends with such a sentence, or it alone is left out. */
  constructor(watch: Watch, options: { readonly before: string; readonly atHit: 'shut' | 'leave-out' }) {
    this.#watch = watch;
    this.#before = { shown: latest(options.before), heard: latest(options.before) };
    this.#atHit = options.atHit;
  }

  push(piece: string): Passed {
    return this.#pass(piece, false);
  }

  /** Nothing follows any more. */
  end(): Passed {
    return this.#pass('', true);
  }

  #pass(piece: string, isWhole: boolean): Passed {
    if (this.#isShut) return { shown: '', isShut: true };
    this.#sentence += piece;
    let shown = '';
    for (;;) {
      const end = sentenceEnd(this.#sentence, 0, isWhole);
      if (end <= 0) break;
      const sentence = this.#sentence.slice(0, end);
      const isHit = this.#isDoubtful(sentence) && this.#watch.isHit(sentence, this.#before);
      if (isHit && this.#atHit === 'shut') {
        this.#isShut = true;
        return { shown, isShut: true };
      }
      if (!isHit) {
        shown += sentence.slice(this.#shown);
      } else if (this.#shown > 0) shown += '… ';
      const { shown: before, heard } = this.#before;
      this.#before = { shown: isHit ? before : latest(before + sentence), heard: latest(heard + sentence) };
      this.#sentence = this.#sentence.slice(end);
      this.#shown = 0;
      this.#isHeld = false;
    }
    return { shown: shown + this.#beginning(), isShut: false };
  }

  /** What may be shown of the sentence under way. */
  #beginning(): string {
    if (this.#isHeld || this.#sentence.length === this.#shown) return '';
    if (this.#watch.isNear(this.#sentence, this.#before)) {
      // A word that is not whole yet may turn out another one: only whole words hold for good.
      const words = this.#sentence.replace(/[\p{L}\p{M}\p{N}]+$/u, '');
      this.#isHeld = this.#watch.isNear(words, this.#before);
      return '';
    }
    const shown = this.#sentence.slice(this.#shown);
    this.#shown = this.#sentence.length;
    return shown;
  }

  #isDoubtful(sentence: string): boolean {
    return this.#isHeld || this.#watch.isNear(sentence, this.#before);
  }
}

/** More than what looks back ever reads; all of a long reply would be copied with each of its sentences. */
const LATEST_CHARACTERS = 4_000;

function latest(text: string): string {
  return text.length > 2 * LATEST_CHARACTERS ? text.slice(-LATEST_CHARACTERS) : text;
}
