/** Everything the embedded tutor says in one language. `{}` is replaced, by a title, a quotation or a noun phrase. */
export interface Words {
  readonly quotes: readonly [open: string, close: string];
  /** Behind a lead, if the point has a number. */
  readonly withNumber: string;
  readonly thisSet: string;
  readonly opening: {
    readonly one: string;
    /** `{}` is the number of points. */
    readonly many: string;
    readonly plain: string;
    readonly first: string;
    readonly heading: string;
  };
  /** The first words of a reply, by how the message was read. */
  readonly it: readonly string[];
  readonly several: readonly string[];
  readonly other: readonly string[];
  readonly part: readonly string[];
  readonly partWithoutQuote: readonly string[];
  readonly unsure: readonly string[];
  readonly wrongNumber: readonly string[];
  readonly wrong: readonly string[];
  readonly nothing: readonly string[];
  /** After a question about one point. */
  readonly nothingOfIt: readonly string[];
  readonly question: readonly string[];
  /**
   * Before a point that a self-check quotes, asked for or not, or in words that have nothing in common with the answer;
   * and the question behind it.
   */
  readonly selfCheck: {
    readonly asked: readonly string[];
    readonly aside: readonly string[];
    readonly unmatched: readonly string[];
    readonly question: readonly string[];
    readonly said: string;
  };
  readonly agreed: readonly string[];
  readonly declined: readonly string[];
  readonly forgotten: readonly string[];
  readonly hint: readonly string[];
  /** The question belongs to another set than the last one. */
  readonly newSubject: string;
  readonly told: readonly string[];
  /** Questions after a near-miss, by what is missing; `''` for anything else. */
  readonly missing: Readonly<Record<string, readonly string[]>>;
  readonly instead: readonly string[];
  readonly openTitle: readonly string[];
  readonly openHeading: readonly string[];
  readonly neighbourBefore: readonly string[];
  readonly neighbourAfter: readonly string[];
  readonly narrower: readonly string[];
  readonly shortPoint: readonly string[];
  /** For a longer point of which no noun phrase is free. */
  readonly withoutLead: readonly string[];
  readonly withoutLeadNumber: readonly string[];
  readonly cloze: readonly string[];
  readonly firstLetters: readonly string[];
  /** For a point whose words occur in every other question. */
  readonly lastResorts: readonly string[];
  readonly closings: readonly string[];
  /** To a person who returns. `{}` are the numbers of recalled points and of all points. */
  readonly recap: {
    readonly welcome: string;
    readonly all: string;
    readonly none: string;
    readonly noneOfOne: string;
    readonly one: string;
    readonly some: string;
    readonly stopped: string;
    readonly ask: string;
    readonly finish: string;
  };
}

const slot = '{}';

export function fill(phrase: string, ...parts: readonly string[]): string {
  return parts.reduce((text, part) => text.replace(slot, () => part), phrase);
}

/** The longest part of a phrase without its slots, by which it is found again. */
export function fixedPart(phrase: string): string {
  return phrase.split(slot).reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}
