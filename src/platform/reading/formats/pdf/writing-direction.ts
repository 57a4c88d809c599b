/** Digits and signs of these scripts are read from left to right. */
const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}](?<![\p{N}٪؉])/u;
const RTL_LETTERS = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;
const LETTERS = /\p{L}/gu;
const LETTER = /\p{L}/u;
/** A letter or digit that is read from left to right. */
const LTR = /[\p{L}\p{N}]/u;

/** Letters as their shapes in a word, ligatures, signs of vertical lines, and radicals that stand for ideographs. */
const FORMS =
  /[\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufdff\ufe10-\ufe19\ufe30-\ufe4f\ufe70-\ufefc\u2f00-\u2fd5\uf900-\ufaff]+/gu;

/** The letters that shapes stand for, and the bullet of a font of symbols. */
export function readable(text: string): string {
  return text.replaceAll('\uf0b7', '•').replace(FORMS, (forms) => forms.normalize('NFKC'));
}

/** Whether most letters are of a script that is read from right to left. */
export function isRightToLeft(text: string): boolean {
  const letters = text.match(LETTERS)?.length ?? 0;
  return letters > 0 && (text.match(RTL_LETTERS)?.length ?? 0) * 2 > letters;
}

/**
 * The text of pieces that stand side by side, from left to right, in the order in which it is read. Letters of a piece
 * from right to left are in that order already.
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

/** Pieces without letters from right to left are one: a number and its unit may be drawn apart. */
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

/** Numbers with their units, words, blanks, and signs. */
const TOKENS = /[#$€£¥]?\p{N}+(?:[.,:/]\p{N}+)*[%‰٪؉°€$]?|[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu;

interface Turning {
  readonly isOfRun: (token: string) => boolean;
  /** What becomes of signs between the tokens of a run, and outside of runs. */
  readonly inside?: (token: string) => string;
  readonly outside?: (token: string) => string;
}

const same = (token: string) => token;

/** The tokens with each run in the other order. Signs and blanks between two tokens of a run belong to it. */
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
      // Two numbers beside each other are two words; their order is that of the text around them.
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

/** Brackets are drawn as they look, and are read as what they mean: one that opens looks like one that closes. */
function mirrored(text: string): string {
  return text.replace(/[()[\]{}<>«»]/gu, (bracket) => BRACKETS[bracket] ?? bracket);
}
