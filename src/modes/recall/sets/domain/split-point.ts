/** A part with fewer words says too little to be asked for by itself. */
const FEWEST_WORDS = 3;
const MOST_PARTS = 8;
/** No sentence ends after these. */
const ABBREVIATION = /(?:^|\s)(?:e\.g|i\.e|cf|vs|approx|ca|dr|prof|mr|mrs|st|no|fig|etc|[A-Z])\.$/i;

/**
 * The thoughts of a point one by one: by sentence, by semicolon and by list item; where it is a single sentence, by the
 * `and` that joins two statements. Nothing where it holds one thought alone. A suggestion: the person edits it.
 */
export function partsOf(text: string): string[] {
  const bySentence = text
    .split(/\n+/)
    .flatMap((line) => sentences(line.replace(/^\s*(?:[-*•–]|\d+[.)])\s+/, '')))
    .flatMap((sentence) => sentence.split(/\s*;\s+/))
    .map(tidy)
    .filter((part) => part !== '');
  const parts = bySentence.length > 1 ? bySentence : joined(bySentence[0] ?? '');
  return parts.length > 1 && parts.length <= MOST_PARTS && parts.every(saysEnough) ? parts : [];
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

/** `A does this and B does that`: two statements, each with enough words to stand alone. */
function joined(sentence: string): string[] {
  const parts = sentence.split(/,?\s+(?:and|while|whereas|but)\s+/i).map(tidy);
  return parts.length === 2 && parts.every((part) => wordCount(part) > FEWEST_WORDS) ? parts : [sentence];
}

function saysEnough(part: string): boolean {
  return wordCount(part) >= FEWEST_WORDS;
}

function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** A part stands by itself: it begins with a capital, where the script has them, and ends as a sentence does. */
function tidy(part: string): string {
  const bare = part.trim();
  if (bare === '') return '';
  const [first = ''] = bare;
  const isWord = /^\p{Ll}[\p{Ll}\s]/u.test(bare);
  const begun = isWord ? first.toUpperCase() + bare.slice(first.length) : bare;
  return /[.!?…:]["'”’)]?$/.test(begun) ? begun : `${begun}.`;
}
