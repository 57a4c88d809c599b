import { asRead } from '#text/domain/as-read.ts';
import { sentencesOf } from '#text/domain/sentences.ts';
import { type Lexicon, read } from '#text/domain/words.ts';

import type { Point } from '../../../evaluator/domain/evaluation.ts';
import { asWritten, spokenBy, type SpokenWords, stemsIn, type TellingWord, tellingWordsOf } from './spoken-words.ts';

/** The texts to compare a sentence of a reply with: the open points, and the words that give nothing away. */
export interface Guard {
  readonly lexicon: Lexicon;
  /** The points that are neither recalled nor told. */
  readonly open: readonly GuardedPoint[];
  /** Any point of the session. */
  readonly pointOf: (id: string) => GuardedPoint | undefined;
  readonly probeId: string | null;
  /** The previous question, if it asked for the same point: together they can give it away. */
  readonly asked: string;
  /** The person's last message. */
  readonly said: string;
  /** The person's statements so far: repeating them gives nothing away. */
  readonly stated: () => readonly Statement[];
  /** Stems of other points that are no longer open or are to be told: such a word reveals nothing by itself. */
  readonly shared: ReadonlySet<string>;
  /** The text of all points, longest first. */
  readonly written: readonly { readonly id: string; readonly text: string }[];
  /** Whether a message of the person contains a text word for word. */
  readonly wrote: (text: string) => boolean;
  /** Points that their messages contradicted: correcting them would tell the points. */
  readonly deniedIds: ReadonlySet<string>;
}

export interface GuardedPoint {
  readonly point: Point;
  readonly words: readonly TellingWord[];
  /** The words that are not in view: titles are on the page, and questions name headings. */
  readonly fresh: readonly TellingWord[];
}

interface Guarded extends Pick<Guard, 'probeId' | 'asked' | 'said'> {
  /** All points of the session; must be the same array each time. */
  readonly points: readonly Point[];
  readonly openIds: ReadonlySet<string>;
  readonly title: string;
  /** The person's earlier messages, newest last. */
  readonly saidBefore?: readonly string[];
  readonly deniedIds?: ReadonlySet<string>;
  /** The point that the reply has to tell. */
  readonly tellId?: string | null;
}

const MAX_TITLE_LENGTH = 2_000;
const MAX_SAID_LENGTH = 8_000;
/** Limits on earlier messages: their number and the length of each. */
const MAX_EARLIER_MESSAGES = 20;
const MAX_EARLIER_LENGTH = 2_000;

export function createGuard({ points, openIds, title, saidBefore = [], tellId, ...given }: Guarded): Guard {
  const { lexicon, tellingWords, headings, written } = tellingWordsOf(points);
  const known = points.filter(({ id }) => id === tellId || !openIds.has(id));
  const titles = stemsIn(title.slice(0, MAX_TITLE_LENGTH), lexicon);
  const guarded = (point: Point): GuardedPoint => {
    const words = tellingWords.get(point.id) ?? [];
    return { point, words, fresh: words.filter(({ stem }) => !titles.has(stem) && !headings.has(stem)) };
  };
  let stated: readonly Statement[] | undefined;
  return {
    deniedIds: new Set(),
    ...given,
    lexicon,
    written,
    shared: new Set(known.flatMap(({ id }) => (tellingWords.get(id) ?? []).map(({ stem }) => stem))),
    open: points.filter(({ id }) => openIds.has(id)).map(guarded),
    pointOf(id) {
      const found = points.find((point) => point.id === id);
      return found && guarded(found);
    },
    wrote: (text) => [given.said, ...saidBefore].some((said) => asWritten(said).includes(asWritten(text))),
    stated: () =>
      (stated ??= [
        ...statementsIn(given.said.slice(0, MAX_SAID_LENGTH), lexicon, false),
        ...saidBefore
          .slice(-MAX_EARLIER_MESSAGES)
          .flatMap((text) => statementsIn(text.slice(0, MAX_EARLIER_LENGTH), lexicon, true)),
      ]),
  };
}

interface Statement {
  readonly spoken: SpokenWords;
  /** Number of content words. */
  readonly length: number;
  /** From a message before the answered one. */
  readonly isEarlier: boolean;
}

/** Words that separate guesses. */
const ALTERNATIVES = new Set('or either oder ou o versus vs entweder или ή'.split(' '));

/** The statements of a message: each sentence, and all together. Questions, denials and guesses are excluded. */
function statementsIn(text: string, lexicon: Lexicon, isEarlier: boolean): readonly Statement[] {
  const sentences = sentencesOf(asRead(text)).map((sentence) => wordsStatedIn(sentence.text, lexicon));
  const stated = sentences.filter((words) => words.some(({ isContent }) => isContent));
  return [...stated, ...(stated.length > 1 ? [stated.flat()] : [])].map((words) => ({
    spoken: spokenBy(words),
    length: words.filter(({ isContent }) => isContent).length,
    isEarlier,
  }));
}

function wordsStatedIn(sentence: string, lexicon: Lexicon) {
  const { words, clauses } = read(sentence, lexicon);
  const isGuess = words.some(({ form }) => ALTERNATIVES.has(form)) || /\p{L}\s?\/\s?\p{L}/u.test(sentence);
  const denied = new Set(words.filter(({ isNegator }) => isNegator).map(({ clause }) => clause));
  return words.filter(({ clause }) => !isGuess && !denied.has(clause) && clauses[clause]?.isQuestion === false);
}
