import type { PlatformId } from '#account/protocol.ts';

const FORMS: readonly (readonly [PlatformId | 'other', string])[] = [
  ['linkedin', String.raw`linked-?in(?:[- ]\p{L}+)?`],
  ['thread', 'threads?'],
  ['long-form', 'articles?|essays?|blog[- ]?posts?|newsletters?|artikel|aufsatz|aufsätze'],
  ['short-form', 'tweets?|toots?|short post|kurzer beitrag|kurzen beitrag'],
  ['other', 'poems?|haikus?|songs?|speech|letters?|scripts?|e-?mails?|gedicht|lied|rede|brief|drehbuch'],
];

const LANGUAGES: readonly (readonly [string, string])[] = [
  ['english', 'english|englisch'],
  ['german', 'german|deutsch'],
  ['french', 'french|französisch'],
  ['spanish', 'spanish|spanisch'],
  ['italian', 'italian|italienisch'],
  ['dutch', 'dutch|niederländisch'],
  ['portuguese', 'portuguese|portugiesisch'],
  ['other', 'polish|russian|turkish|chinese|japanese|arabic|polnisch|russisch|türkisch|chinesisch|japanisch|arabisch'],
];

const FORM_PATTERNS = FORMS.map(
  ([form, names]) =>
    [
      form,
      new RegExp(
        String.raw`(?<!\p{L})(?:an?|one|as|into|eine?[nm]?|als)\s(?:\p{L}+\s){0,2}?(?:${names})(?!\p{L})`,
        'iu',
      ),
    ] as const,
);
/** “in French” at the end of the request, or before its subject: “in French cities” names no language. */
const LANGUAGE_PATTERNS = LANGUAGES.map(
  ([language, names]) =>
    [
      language,
      new RegExp(
        String.raw`(?<!\p{L})(?:in|auf|into|ins)\s(?:${names})(?=\s*(?:$|[.,;:!?]|(?:about|on|please|über|bitte)\s))`,
        'iu',
      ),
    ] as const,
);

const BEFORE_SUBJECT = /\s(?:about|on|over|of|regarding|with|über|zu[mr]?|von|mit)\s/iu;

/** The form that a message names before its subject; `other` if Warren has no such form, null if it names none. */
export function askedForm(message: string): PlatformId | 'other' | null {
  const [asked = ''] = message.split(BEFORE_SUBJECT);
  return FORM_PATTERNS.find(([, pattern]) => pattern.test(asked))?.[0] ?? null;
}

interface AskedLanguage {
  /** As `languageByWords` names it; `other` for an unknown language. */
  readonly language: string | null;
  /** The message without the name of the language. */
  readonly rest: string;
}

export function askedLanguage(message: string): AskedLanguage {
  const found = LANGUAGE_PATTERNS.find(([, pattern]) => pattern.test(message));
  return found ? { language: found[0], rest: message.replace(found[1], ' ') } : { language: null, rest: message };
}
