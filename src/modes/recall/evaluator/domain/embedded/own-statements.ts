/** A quotation of fewer words marks a term, not somebody else's text. */
const MIN_QUOTED_WORDS = 4;
const MAX_QUOTATION_LENGTH = 600;

const QUOTATION = new RegExp(
  [
    ['“', '”'],
    ['„', '“”'],
    ['«', '»'],
    ['»', '«'],
    ['「', '」'],
    ['"', '"'],
    ['`', '`'],
    ['‘', '’'],
  ]
    .map(([open, close]) => `${open}[^${open}${close}\\n]{1,${MAX_QUOTATION_LENGTH}}[${close}]`)
    .join('|'),
  'gu',
);
/** Text between apostrophes that are not part of a word. */
const IN_APOSTROPHES = /(?<![\p{L}\p{N}])'[^'\n]{1,600}'(?![\p{L}\p{N}])/gu;

/** Machine-readable markup, whose content is not a person's answer. */
const MACHINE = [
  /\{[^{}]{0,2000}\b(?:verdicts?|recalled\w*|credited|confidence\w*|points?|quote|grade|score|result)\b["'\s]{0,3}[:=][^{}]{0,2000}\}/giu,
  /<!--[^<>]{0,2000}-->/gu,
  /<(system|assistant|instructions?|evaluator|grader|tool|result|verdict|answer|reference|points?|admin|override|eval|note)\b[^<>]{0,200}>[^<>]{0,2000}(?:<\/\1>)?/giu,
  /\[(?:INST|SYSTEM|ADMIN|GRADER)\][^[\]\n]{0,2000}/giu,
  /(?:^|\n)\s{0,3}(?:#{1,6}\s{0,3})?(?:system|assistant|developer|evaluator|grader|tutor|admin|examiner|teacher)(?: (?:prompt|message|note|override))?\s{0,3}[:>][^\n]{0,2000}/giu,
];

/** Text that claims to be the reference answer. */
const KEY =
  /\b(?:(?:answer key|marking (?:scheme|key)|rubric|(?:expected|reference|model|official|ideal|target|gold|stored|hidden) (?:answer|response|solution|point|text|statement|wording)s?)\b(?: (?:is|are|says?|reads?|states?|was))?|(?:expected|reference|point \d{1,3})(?=\s{0,2}[:=]))\s{0,2}[:=-]?[^\n.!?]{0,600}/giu;

/** Sentences that tell someone how to treat the message. */
const ORDERS = [
  /\b(?:ignore|disregard|forget) (?:(?:all|any|the|my|your|every|of) ){0,3}(?:previous|prior|above|earlier|rules?|instructions?)\b/iu,
  /\b(?:mark|grade|score|credit|accept|rate|count|treat|consider) (?:this|that|it|me|my|the|all|every|each|full)\b[^\n.!?]{0,120}\b(?:correct|recalled|expressed|right|full|complete|passed|answered|known|true)\b/iu,
  /\b(?:give|award|set|output|return|respond|report|print|say)\b[^\n.!?]{0,80}\b(?:full (?:credit|marks|points|score)|recalled|expressed|credited|100 ?%|verdicts?|confidence)\b/iu,
  /\bI(?: am|'m|’m) (?:the |your |an? )(?:teacher|admin\w*|developer|professor|examiner|author|owner|operator|tutor|engineer|creator)\b/iu,
];
/** Words addressed to a grader. */
const TO_GRADER =
  /\b(?:evaluator|grader|grading|verdicts?|recalledpointids|jailbreak|system (?:message|prompt)|language model)\b/giu;

/**
 * The message with blanks for everything that is not the person's own statement: quoted text, verdicts, answer keys,
 * and sentences that instruct a grader, unless the points are about exactly that. Remaining characters keep their
 * positions. A message that is only one quotation counts as the person's own, and so does a quoted term. A point
 * typed in plain words always counts.
 */
export function ownStatements(text: string, points: readonly string[]): string {
  const isTopic = (words: string): boolean => points.some((point) => point.toLowerCase().includes(words.toLowerCase()));
  if (points.some((point) => point.trim() === text.trim())) return text;
  let own = text;
  for (const mark of MACHINE) own = own.replace(mark, blank);
  if (!points.some((point) => withoutQuotations(point) !== point)) {
    const unquoted = withoutQuotations(own);
    if (/[\p{L}\p{N}]/u.test(unquoted)) own = unquoted;
  }
  own = own.replace(KEY, (key) => (isTopic(key.slice(0, 12)) ? key : blank(key)));
  return own.replace(/[^\n.!?;]{1,2000}[.!?;]?/gu, (sentence) => {
    const isOrder = ORDERS.some((order) => order.test(sentence));
    const isToGrader = [...sentence.matchAll(TO_GRADER)].some(([word]) => !isTopic(word));
    return isOrder || isToGrader ? blank(sentence) : sentence;
  });
}

function withoutQuotations(text: string): string {
  return text.replace(QUOTATION, blankIfLong).replace(IN_APOSTROPHES, blankIfLong);
}

function blankIfLong(quotation: string): string {
  const words = quotation.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return words >= MIN_QUOTED_WORDS ? blank(quotation) : quotation;
}

/** Blanks of the same length, with a sentence end, so that the surrounding text is not joined into one sentence. */
function blank(text: string): string {
  return `.${' '.repeat(Math.max(0, text.length - 1))}`;
}
