/** A shorter part says too little to be asked for separately. */
const MIN_WORDS = 3;
const MAX_PARTS = 8;
/** Abbreviations that do not end a sentence. */
const ABBREVIATION = /(?:^|\s)(?:e\.g|i\.e|cf|vs|approx|ca|dr|prof|mr|mrs|st|no|fig|etc|[A-Z])\.$/i;

/**
 * Splits a point into its thoughts: by sentence, semicolon and list item; a single sentence by the `and` between two
 * statements. Empty if it holds one thought. The person edits the suggestion.
 */
export function partsOf(text: string): string[] {
  const bySentence = text
    .split(/\n+/)
    .flatMap((line) => sentences(line.replace(/^\s*(?:[-*•–]|\d+[.)])\s+/, '')))
    .flatMap((sentence) => sentence.split(/;\s+/))
    .map(tidy)
    .filter((part) => part !== '');
  const parts = bySentence.length > 1 ? bySentence : joined(bySentence[0] ?? '');
  return parts.length > 1 && parts.length <= MAX_PARTS && parts.every(saysEnough) ? parts : [];
}

function sentences(line: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const end of line.matchAll(/[.!?…]["'”’)]?(?=\s+\S)/g)) {
    const until = end.index + end[0].length;
    if (ABBREVIATION.test(line.slice(from, until))) continue;
    parts.push(line.slice(from, until));
    from = until;
  }
  return [...parts, line.slice(from)];
}

/** Splits `A does this and B does that` if both statements have enough words. */
function joined(sentence: string): string[] {
  const parts = sentence.split(/,?(?<!\s)\s+(?:and|while|whereas|but)\s+/i).map(tidy);
  return parts.length === 2 && parts.every((part) => wordCount(part) > MIN_WORDS) ? parts : [sentence];
}

function saysEnough(part: string): boolean {
  return wordCount(part) >= MIN_WORDS;
}

function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Formats a part as a sentence: capitalised where the script has capitals, with final punctuation. */
function tidy(part: string): string {
  const bare = part.trim();
  if (bare === '') return '';
  const [first = ''] = bare;
  const isWord = /^\p{Ll}[\p{Ll}\s]/u.test(bare);
  const begun = isWord ? first.toUpperCase() + bare.slice(first.length) : bare;
  return /[.!?…:]["'”’)]?$/.test(begun) ? begun : `${begun}.`;
}
