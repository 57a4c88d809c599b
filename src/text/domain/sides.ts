const SIDE = String.raw`(?<one>[^\n,;:?!]{1,200}?)`;
const OTHER = String.raw`(?<other>[^\n,;:?!]{1,200}?)`;
const END = String.raw`(?:[,;:?!.]|$| (?:in|with respect|in terms|regarding|when|as regards|hinsichtlich|bezüglich) )`;
const of = (before: string, between: string, after = END) =>
  new RegExp(String.raw`(?<!\p{L})${before}${SIDE} ${between} ${OTHER}${after}`, 'iu');

const COMPARISONS: readonly RegExp[] = [
  of('(?:compare|contrast|comparing) ', '(?:and|with|to|against)'),
  of('(?:differences?|comparison|contrast|similarit(?:y|ies)|parallels?|relation(?:ship)?) (?:between|of) ', 'and'),
  of(
    '(?:what (?:do|does|did|have)|how (?:do|does|did)|where (?:do|does|did)) ',
    'and',
    ' (?:have in common|share|compare|differ|relate)',
  ),
  of('how (?:does|do|did|is|are) ', '(?:differ|different|compare)(?: from| to| with)'),
  of('', '(?:versus|vs\\.?|compared (?:to|with)|im vergleich (?:zu|mit)|im gegensatz zu)'),
  of('(?:vergleiche?|vergleich von) ', '(?:und|mit)'),
  of('(?:unterschiede?|vergleich|gemeinsamkeiten?) (?:zwischen|von) ', 'und'),
  of('(?:was haben|worin unterscheiden sich|wie unterscheiden sich) ', 'und', '(?: gemeinsam|[?.!]|$)'),
  of('(?:worin|wie) unterscheidet sich ', 'von'),
];

/** A longer message is not just a question. */
const MAX_MESSAGE = 500;

/**
 * The things that a message compares, such as “kilns” and “ovens” in “Compare kilns with ovens”. Empty if it compares
 * nothing.
 */
export function sidesOf(message: string): readonly string[] {
  if (message.length > MAX_MESSAGE) return [];
  for (const pattern of COMPARISONS) {
    const { one, other } = pattern.exec(message.trim())?.groups ?? {};
    if (one !== undefined && other !== undefined) return [one.trim(), other.trim()];
  }
  return [];
}
