import { moreGerman } from '#text/domain/function-words.ts';
import { plainWords } from '#text/domain/segments.ts';
import { foldForm } from '#text/domain/stems.ts';
import { languageByWords } from '#text/domain/stop-words.ts';

import type { SmallTalk } from '../../../asking/domain/failed-attempt.ts';
import { wholeParts } from '../../../asking/domain/whole-parts.ts';
import type { Point } from '../../../evaluator/domain/evaluation.ts';

/** All phrases of the embedded tutor in one language. `{}` is a placeholder for a title, a quotation or a hint. */
export interface Words {
  readonly quotes: readonly [open: string, close: string];
  readonly thisSet: string;
  /** Asks for a whole set: free recall. */
  readonly free: string;
  /** Questions for a point without a stored one. */
  readonly open: {
    readonly heading: string;
    /** After another point under the same heading was skipped. */
    readonly more: string;
    readonly title: string;
    /** After some points were recalled. */
    readonly moreOfTitle: string;
    /** Beside a point under the same heading that is in view. */
    readonly after: string;
    readonly before: string;
    /** Names neither title nor heading, for use when these would give a point away. */
    readonly plain: string;
  };
  readonly hints: { readonly keyWord: string; readonly cloze: string; readonly letters: string };
  /** After a message that is no attempt. */
  readonly offer: readonly [first: string, again: string];
  /** After a point that had been recalled or shown. */
  readonly past: string;
  readonly fine: string;
  readonly takeTime: string;
  readonly cannotTell: string;
  readonly smallTalk: Readonly<Record<Exclude<SmallTalk, 'agrees' | 'waits'>, string>>;
  /** If hints were given before, and if the point has none. */
  readonly noHint: readonly [further: string, any: string];
  /** Alternate replies to further messages at a waiting card; the second comes first if the person asked for help. */
  readonly cardWaits: readonly [leave: string, keys: string];
  /** After a skipped question. */
  readonly next: readonly [first: string, again: string];
  readonly newSubject: string;
  readonly told: string;
  /** If nothing is left to ask for, which the page announces. */
  readonly nothingLeft: string;
  /** For a person who returns. `{}` are the numbers of recalled points and of all points. */
  readonly recap: {
    readonly welcome: string;
    readonly all: string;
    readonly none: string;
    readonly noneOfOne: string;
    readonly one: string;
    readonly some: string;
    readonly stopped: string;
    /** At a card with one open row, and with several. */
    readonly card: readonly [one: string, several: string];
    readonly ask: string;
    readonly finish: string;
  };
}

const english: Words = {
  quotes: ['“', '”'],
  thisSet: 'this set',
  free: 'Write down what you remember of {}, in any order.',
  open: {
    heading: 'What do you remember under {}?',
    more: 'What else do you remember under {}?',
    title: 'What do you remember of {}?',
    moreOfTitle: 'What else do you remember of {}?',
    after: 'In {}, what comes after “{}”?',
    before: 'In {}, what comes before “{}”?',
    plain: 'What else do you remember?',
  },
  hints: {
    keyWord: 'A word of it: “{}”.',
    cloze: 'With gaps, after which it counts as Again:',
    letters: 'With first letters:',
  },
  offer: [
    'Hint gives you a cue, Show the point puts it beside your words, and “skip” leaves it for later.',
    'Try any words of it. There are Hint and Show the point, and “skip” turns to another one.',
  ],
  past: 'That point had its turn already. Its grade can be changed in the review.',
  fine: 'That is fine.',
  takeTime: 'Take your time.',
  cannotTell: 'I can’t tell from these words.',
  smallTalk: {
    greets: 'Hello.',
    thanks: 'You are welcome.',
    leaves: 'Leave keeps your place here, and Finish shows your results.',
  },
  noHint: [
    'There is no further hint for this one. Show the point puts it beside your words, and “skip” leaves it for later.',
    'There is no hint for this one. Show the point puts it beside your words, and “skip” leaves it for later.',
  ],
  cardWaits: [
    '“Go on” at the card leaves open what you do not decide.',
    'The card shows all of it: 1 is “I had it”, 2 is “Not quite”, and Enter goes on.',
  ],
  next: ['On to another one.', 'Then another.'],
  newSubject: 'Now to {}.',
  told: 'It is this: {}',
  nothingLeft: 'Add anything that comes to mind.',
  recap: {
    welcome: 'Welcome back.',
    all: 'Every point is recalled.',
    none: 'There are {} points to recall.',
    noneOfOne: 'There is one point to recall.',
    one: '{} of {} points is recalled.',
    some: '{} of {} points are recalled.',
    stopped: 'We stopped here:',
    card: [
      'Decide on the point above first, or go on in your own words.',
      'Decide on the points above first, or go on in your own words.',
    ],
    ask: 'What comes to mind next?',
    finish: 'Add anything you like, or finish here.',
  },
};

const german: Words = {
  quotes: ['„', '“'],
  thisSet: 'diese Sammlung',
  free: 'Schreib auf, was du von {} noch weißt, in beliebiger Reihenfolge.',
  open: {
    heading: 'Was weißt du unter {}?',
    more: 'Was weißt du noch unter {}?',
    title: 'Was weißt du von {}?',
    moreOfTitle: 'Was weißt du sonst noch von {}?',
    after: 'Was kommt in {} nach „{}“?',
    before: 'Was kommt in {} vor „{}“?',
    plain: 'Was weißt du noch?',
  },
  hints: {
    keyWord: 'Ein Wort daraus: „{}“.',
    cloze: 'Mit Lücken, danach zählt er als „Again“:',
    letters: 'Mit Anfangsbuchstaben:',
  },
  offer: [
    '„Hint“ gibt dir einen Hinweis, „Show the point“ stellt den Punkt neben deine Worte, und „weiter“ verschiebt ihn auf später.',
    'Versuch es mit einzelnen Worten. Es gibt „Hint“ und „Show the point“, und mit „weiter“ kommt ein anderer.',
  ],
  past: 'Dieser Punkt war schon dran. Seine Note lässt sich im Rückblick ändern.',
  fine: 'Das macht nichts.',
  takeTime: 'Lass dir Zeit.',
  cannotTell: 'Das kann ich aus diesen Worten nicht sagen.',
  smallTalk: {
    greets: 'Hallo.',
    thanks: 'Gern.',
    leaves: '„Leave“ merkt sich diese Stelle, und „Finish“ zeigt deine Ergebnisse.',
  },
  noHint: [
    'Dazu gibt es keinen weiteren Hinweis. „Show the point“ stellt den Punkt neben deine Worte, und „weiter“ verschiebt ihn auf später.',
    'Dazu gibt es keinen Hinweis. „Show the point“ stellt den Punkt neben deine Worte, und „weiter“ verschiebt ihn auf später.',
  ],
  cardWaits: [
    '„Go on“ an der Karte lässt offen, was du nicht entscheidest.',
    'Auf der Karte steht alles: 1 ist „I had it“, 2 ist „Not quite“, und Enter geht weiter.',
  ],
  next: ['Dann ein anderer.', 'Und noch ein anderer.'],
  newSubject: 'Jetzt zu {}.',
  told: 'Es ist dies: {}',
  nothingLeft: 'Ergänze, was dir noch einfällt.',
  recap: {
    welcome: 'Willkommen zurück.',
    all: 'Jeder Punkt ist erinnert.',
    none: 'Es sind {} Punkte zu erinnern.',
    noneOfOne: 'Ein Punkt ist zu erinnern.',
    one: '{} von {} Punkten ist erinnert.',
    some: '{} von {} Punkten sind erinnert.',
    stopped: 'Hier waren wir:',
    card: [
      'Entscheide zuerst über den Punkt oben, oder mach mit eigenen Worten weiter.',
      'Entscheide zuerst über die Punkte oben, oder mach mit eigenen Worten weiter.',
    ],
    ask: 'Was fällt dir als Nächstes ein?',
    finish: 'Ergänze, was du magst, oder hör hier auf.',
  },
};

const SAMPLED_POINTS = 40;
const LOOKS_GERMAN = /[äöüß]|\p{L}{4}(?:ung|ungen|heit|keit|schaft)(?!\p{L})/iu;
/** If points are only formulas, the title and headings show the language: "Lange Formen", "Regeln". */
const GERMAN_NAME =
  /(?<!\p{L})(?:\p{L}{2,20}e[nrs]? \p{Lu}\p{Ll}{2,20}en|Formeln|Regeln|Zahlen|Vokabeln|Begriffe|Mathe|Physik|Chemie|Biologie|Geschichte|Kapitel|Klasse)(?!\p{L})/u;
/** Characters read of each text, so that one long text does not decide alone. */
const SAMPLED_LENGTH = 400;

export function wordsIn(language: { readonly isGerman: boolean }): Words {
  return language.isGerman ? german : english;
}

/** Whether a set is in German, by the words of its points. The person's messages do not matter. */
export function isGermanSet(title: string, points: readonly Point[]): boolean {
  const texts = points
    .slice(0, SAMPLED_POINTS)
    .flatMap(({ text, context, question = '' }) => [context, question, text]);
  const written = [title, ...texts]
    .map((text) => wholeParts(text.slice(0, SAMPLED_LENGTH)).map((part) => (part.isWhole ? ' ' : part.text)))
    .map((parts) => parts.join(''))
    .join('\n');
  const language = languageByWords(written);
  if (language !== null && language !== 'english') return language === 'german';
  return moreGerman(plainWords(foldForm(written))) >= 0 && (LOOKS_GERMAN.test(written) || GERMAN_NAME.test(written));
}

const slot = '{}';

export function fill(phrase: string, ...parts: readonly string[]): string {
  return parts.reduce((text, part) => text.replace(slot, () => part), phrase);
}
