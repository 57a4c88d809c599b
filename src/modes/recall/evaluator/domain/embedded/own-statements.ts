/** A quotation of fewer words is a way to write a term, not somebody's text. */
const LEAST_QUOTED_WORDS = 4;
const LONGEST_QUOTATION = 600;

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
    .map(([open, close]) => `${open}[^${open}${close}\\n]{1,${LONGEST_QUOTATION}}[${close}]`)
    .join('|'),
  'gu',
);
/** Between apostrophes, where no word goes on. */
const IN_APOSTROPHES = /(?<![\p{L}\p{N}])'[^'\n]{1,600}'(?![\p{L}\p{N}])/gu;

/** Marks of machines: what stands in them is no answer of a person. */
const MACHINE = [
  /\{[^{}]{0,2000}\b(?:verdicts?|recalled\w*|credited|confidence\w*|points?|quote|grade|score|result)\b["'\s]{0,3}[:=][^{}]{0,2000}\}/giu,
  /<!--[^<>]{0,2000}-->/gu,
  /<(system|assistant|instructions?|evaluator|grader|tool|result|verdict|answer|reference|points?|admin|override|eval|note)\b[^<>]{0,200}>[^<>]{0,2000}(?:<\/\1>)?/giu,
  /\[(?:INST|SYSTEM|ADMIN|GRADER)\][^[\]\n]{0,2000}/giu,
  /(?:^|\n)\s{0,3}(?:#{1,6}\s{0,3})?(?:system|assistant|developer|evaluator|grader|tutor|admin|examiner|teacher)(?: (?:prompt|message|note|override))?\s{0,3}[:>][^\n]{0,2000}/giu,
];

/** Text that says of itself that it is what the answer is held against. */
const KEY =
  /\b(?:(?:answer key|marking (?:scheme|key)|rubric|(?:expected|reference|model|official|ideal|target|gold|stored|hidden) (?:answer|response|solution|point|text|statement|wording)s?)\b(?: (?:is|are|says?|reads?|states?|was))?|(?:expected|reference|point \d{1,3})(?=\s{0,2}[:=]))\s{0,2}[:=-]?[^\n.!?]{0,600}/giu;

/** Whoever is told, in a sentence, what to make of the message. */
const ORDERS = [
  /\b(?:ignore|disregard|forget) (?:(?:all|any|the|my|your|every|of) ){0,3}(?:previous|prior|above|earlier|rules?|instructions?)\b/iu,
  /\b(?:mark|grade|score|credit|accept|rate|count|treat|consider) (?:this|that|it|me|my|the|all|every|each|full)\b[^\n.!?]{0,120}\b(?:correct|recalled|expressed|right|full|complete|passed|answered|known|true)\b/iu,
  /\b(?:give|award|set|output|return|respond|report|print|say)\b[^\n.!?]{0,80}\b(?:full (?:credit|marks|points|score)|recalled|expressed|credited|100 ?%|verdicts?|confidence)\b/iu,
  /\bI(?: am|'m|’m) (?:the |your |an? )(?:teacher|admin\w*|developer|professor|examiner|author|owner|operator|tutor|engineer|creator)\b/iu,
];
/** Words for whoever grades. */
const TO_GRADER =
  /\b(?:evaluator|grader|grading|verdicts?|recalledpointids|jailbreak|system (?:message|prompt)|language model)\b/giu;

/**
 * The message with blanks where it is not the person who states something: quoted text, verdicts, answer keys, and
 * sentences that tell the grader what to do, unless the points are about just that. Every character that is left stands
 * where it stood. A message that is nothing but one quotation is the person's own after all, and so is a term between
 * quotation marks. It cannot know what it is not told: whoever types a point in plain words has said it.
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
  return words >= LEAST_QUOTED_WORDS ? blank(quotation) : quotation;
}

/** As long as it was, and the end of a sentence, so that what stands around it is not read as one. */
function blank(text: string): string {
  return `.${' '.repeat(Math.max(0, text.length - 1))}`;
}
