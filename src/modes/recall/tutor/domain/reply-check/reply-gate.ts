import { givenAwayBy } from './give-away.ts';
import type { Guard } from './guard.ts';
import type { HiddenWords } from './hidden-words.ts';
import { NearScan } from './near.ts';
import { SentenceEnd } from './reading/sentences.ts';
import { GAP } from './reading/token-reading.ts';

/** The text before a sentence. */
interface Before {
  /** The shown text. */
  readonly shown: string;
  /** The tutor's text, including what was left out. */
  readonly heard: string;
}

/** What a sentence is checked for. */
interface Watch {
  scan(before: Before): Scan;
  isHit(sentence: string, before: Before): boolean;
}

/** The scan of a streaming sentence; a piece costs its own length, independent of the text before it. */
interface Scan {
  /** Adds a complete token: the text between gaps. */
  take(token: string): void;
  /** What the partial sentence may still become. `rest` is its incomplete token; may be empty. */
  isNear(sentence: string, rest: string): boolean;
}

/** No sentence may give an open point away or quote hidden text. */
export function watchAll(guard: Guard, hidden: HiddenWords): Watch {
  return {
    scan({ shown, heard }) {
      const points = new NearScan(shown, guard);
      const quotes = hidden.scan(heard);
      return {
        take(token) {
          points.take(token);
          quotes.take(token);
        },
        isNear: (sentence, rest) => points.isNear(sentence, rest) || quotes.isNear(rest),
      };
    },
    isHit: (sentence, { shown, heard }) =>
      hidden.isQuotedIn(sentence, heard) || givenAwayBy(sentence, shown, guard).length > 0,
  };
}

/** No sentence may quote hidden text. */
export function watchQuotes(hidden: HiddenWords): Watch {
  return {
    scan({ heard }) {
      const quotes = hidden.scan(heard);
      return { take: (token) => quotes.take(token), isNear: (_, rest) => quotes.isNear(rest) };
    },
    isHit: (sentence, { heard }) => hidden.isQuotedIn(sentence, heard),
  };
}

interface Passed {
  /** Words that may be shown now. */
  readonly shown: string;
  /** The next sentence must not be shown; nothing passes any more. */
  readonly isShut: boolean;
}

/**
 * Passes a reply as it streams. A sentence is shown word by word while it is far from anything watched for. Otherwise
 * it is held until it ends, and shown only if it is clean.
 */
export class ReplyGate {
  readonly #watch: Watch;
  readonly #atHit: 'shut' | 'leave-out';
  #before: Before;
  /** The current sentence. */
  #sentence = '';
  #end = new SentenceEnd();
  #scan: Scan;
  /** Where the token under way begins in the sentence. */
  #token = 0;
  /** So much of the sentence was shown. */
  #shown = 0;
  #isHeld = false;
  #isShut = false;

  /** `before`: what the reply goes on with. `atHit`: whether all ends with such a sentence, or it alone is left out. */
  constructor(watch: Watch, options: { readonly before: string; readonly atHit: 'shut' | 'leave-out' }) {
    this.#watch = watch;
    this.#before = { shown: latest(options.before), heard: latest(options.before) };
    this.#scan = watch.scan(this.#before);
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
      const end = this.#end.find(this.#sentence, isWhole);
      if (end <= 0) break;
      const sentence = this.#sentence.slice(0, end);
      const isHit = this.#isDoubtful(sentence) && this.#watch.isHit(sentence, this.#before);
      if (isHit && this.#atHit === 'shut') {
        this.#isShut = true;
        return { shown, isShut: true };
      }
      if (!isHit) shown += sentence.slice(this.#shown);
      else if (this.#shown > 0) shown += '… ';
      this.#begin({ after: sentence, isHit });
    }
    return { shown: shown + this.#beginning(), isShut: false };
  }

  #begin({ after, isHit }: { readonly after: string; readonly isHit: boolean }): void {
    const { shown, heard } = this.#before;
    this.#before = { shown: isHit ? shown : latest(shown + after), heard: latest(heard + after) };
    this.#sentence = this.#sentence.slice(after.length);
    this.#end = new SentenceEnd();
    this.#scan = this.#watch.scan(this.#before);
    this.#token = 0;
    // A sentence that is too long is cut behind words that are still shown.
    this.#shown = Math.max(0, this.#shown - after.length);
    this.#isHeld = false;
  }

  /** What may be shown of the current sentence. */
  #beginning(): string {
    if (this.#isHeld || this.#sentence.length === this.#shown) return '';
    const rest = this.#read(this.#sentence);
    if (this.#scan.isNear(this.#sentence, rest)) {
      // An incomplete word may become another one; only complete words are final.
      const isWord = /[\p{L}\p{M}\p{N}]+$/u;
      this.#isHeld = this.#scan.isNear(this.#sentence.replace(isWord, ''), rest.replace(isWord, ''));
      return '';
    }
    const shown = this.#sentence.slice(this.#shown);
    this.#shown = this.#sentence.length;
    return shown;
  }

  #isDoubtful(sentence: string): boolean {
    return this.#isHeld || this.#scan.isNear(sentence, this.#read(sentence));
  }

  /** Consumes the complete tokens and returns the incomplete one. */
  #read(sentence: string): string {
    const unread = sentence.slice(this.#token).split(GAP);
    const rest = unread.pop() ?? '';
    for (const token of unread) if (token !== '') this.#scan.take(token);
    this.#token = sentence.length - rest.length;
    return rest;
  }
}

/** More than any check looks back. Without a limit, each sentence would copy all of a long reply. */
const LATEST_CHARACTERS = 1_500;

function latest(text: string): string {
  return text.length > 2 * LATEST_CHARACTERS ? text.slice(-LATEST_CHARACTERS) : text;
}
