/** Right-to-left letters. Digits and signs of these scripts are excluded, because they are read from left to right. */
const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}](?<![\p{N}٪؉])/u;
const RTL_LETTERS = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;
const LETTERS = /\p{L}/gu;
const LETTER = /\p{L}/u;
/** A letter or digit that is read from left to right. */
const LTR = /[\p{L}\p{N}]/u;

/** Presentation forms, ligatures, vertical forms, and radicals used for ideographs. */
const FORMS =
  /[\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufdff\ufe10-\ufe19\ufe30-\ufe4f\ufe70-\ufefc\u2f00-\u2fd5\uf900-\ufaff]+/gu;

/** Replaces such forms by plain letters, and the bullet of a symbol font. */
export function readable(text: string): string {
  return text.replaceAll('\uf0b7', '•').replace(FORMS, (forms) => forms.normalize('NFKC'));
}

/** Reports whether most letters belong to a right-to-left script. */
export function isRightToLeft(text: string): boolean {
  const letters = text.match(LETTERS)?.length ?? 0;
  return letters > 0 && (text.match(RTL_LETTERS)?.length ?? 0) * 2 > letters;
}

/**
 * Joins adjacent pieces, given from left to right, in reading order. The letters within a right-to-left piece are
 * already in that order.
 */
export function inLogicalOrder(pieces: readonly string[], isPageRtl: boolean): string {
  if (!pieces.some((piece) => RTL.test(piece))) return pieces.join('');
  const tokens = joined(pieces).flatMap((piece) => (RTL.test(piece) ? [mirrored(piece)] : (piece.match(TOKENS) ?? [])));
  return isPageRtl || isRightToLeft(pieces.join(''))
    ? turned(tokens.toReversed(), { isOfRun: (token) => !RTL.test(token) && LTR.test(token), outside: mirrored }).join(
        '',
      )
    : turned(tokens, { isOfRun: (token) => RTL.test(token), inside: mirrored }).join('');
}

/** Joins adjacent pieces without right-to-left letters: a number and its unit can be drawn separately. */
function joined(pieces: readonly string[]): readonly string[] {
  const runs: string[] = [];
  let wasRtl = true;
  for (const piece of pieces) {
    const isRtl = RTL.test(piece);
    if (isRtl || wasRtl) runs.push(piece);
    else runs.push(`${runs.pop() ?? ''}${piece}`);
    wasRtl = isRtl;
  }
  return runs;
}

/** Numbers with their units, words, white space, and other characters. */
const TOKENS = /[#$€£¥]?\p{N}+(?:[.,:/]\p{N}+)*[%‰٪؉°€$]?|[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu;

interface Turning {
  readonly isOfRun: (token: string) => boolean;
  /** Transform characters between the tokens of a run, and outside of runs. */
  readonly inside?: (token: string) => string;
  readonly outside?: (token: string) => string;
}

const same = (token: string) => token;

/** Reverses the tokens of each run. Punctuation and white space between two tokens of a run belong to it. */
function turned(tokens: readonly string[], { isOfRun, inside = same, outside = same }: Turning): readonly string[] {
  const result: string[] = [];
  let run: string[] = [];
  let between: string[] = [];
  const flush = () => {
    result.push(...run.toReversed(), ...between.map(outside));
    run = [];
    between = [];
  };
  for (const token of tokens) {
    const isWord = LTR.test(token);
    if (isOfRun(token)) {
      // Two adjacent numbers are two words, in the order of the surrounding text.
      if (between.some((each) => each.trim() === '') && ![...run, token].some((each) => LETTER.test(each))) flush();
      run.push(...between.map(inside), token);
      between = [];
    } else if (run.length > 0 && !isWord) between.push(token);
    else {
      flush();
      result.push(isWord ? token : outside(token));
    }
  }
  flush();
  return result;
}

const BRACKETS: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
};

/** Swaps brackets: in drawn right-to-left text an opening bracket is stored as the glyph of a closing one. */
function mirrored(text: string): string {
  return text.replace(/[()[\]{}<>«»]/gu, (bracket) => BRACKETS[bracket] ?? bracket);
}
