/** Maximum length with its marks, in characters. */
const MAX_CHARACTERS = 60;
/** Words of mere talk at the beginning. */
const OPENING =
  /^(?:(?:wait|hm+|oh+|ah+|wow|whoa|ok|okay|btw|by the way|anyway|so|and|but|well|ach|moment|warte|übrigens|und|aber)(?![\p{L}'’])[\s,.:;!–—-]*)+/iu;
/** Words that lead to what the person is curious about. */
const LEADS =
  /^(?:(?:i|we)(?: (?:once|just|also|recently|even))? (?:read|heard|saw|learned)(?: somewhere| once)?(?: that| about)?|(?:i(?: am|['’]m)?(?: always| just| also)? wonder(?:ing)?|makes me wonder|that makes me wonder)(?: about| if| whether)?|(?:that |this |it )?(?:reminds|reminded) me(?: of| that)?|i(?: would|['’]d) (?:love|like) to know(?: more)?(?: about)?|did you know(?: that)?|do you (?:know|think)(?: that)?|is it true that|is there anything to|wusstest du,? dass|ich frage? mich,?|mich würde interessieren,?|stimmt es,? dass|ich habe? (?:gelesen|gehört),? dass)(?![\p{L}'’])[\s,]*/iu;

/** A person's words in the quotation marks of their language, from where they lead to the tangent; may be empty. */
export function quoted(said: string, inGerman: boolean): string {
  const line = said.replace(/[“”„"\s]+/gu, ' ').trim();
  const asked = line.replace(OPENING, '').replace(LEADS, '');
  const words = trimmed(/\p{L}/u.test(asked) ? asked : line);
  if (words === '') return '';
  return inGerman ? `„${words}“` : `“${words}”`;
}

function trimmed(words: string): string {
  const plain = words.replace(/^[\p{P}\s]+|[\s.,;:!?–—-]+$/gu, '');
  const room = MAX_CHARACTERS - 2;
  const letters = Array.from(plain);
  if (letters.length <= room) return plain;
  const begun = letters.slice(0, room - 1).join('');
  const end = begun.lastIndexOf(' ');
  return `${(end > room / 2 ? begun.slice(0, end) : begun).replace(/[\s,;:–—-]+$/u, '')}…`;
}
