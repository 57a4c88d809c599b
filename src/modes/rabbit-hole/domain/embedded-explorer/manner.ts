import { readText } from '../embedded-detector/read-text.ts';

const THANKS =
  /^(?:(?:ok(?:ay)?|oh|ah|great|cool|nice|super|alles klar|gut|merci|perfect)[\s,.!]*)*(?:many |vielen )?(?:thanks|thank you|thx|ty|cheers|danke(?: schön| sehr)?|dank)(?:[\s,](?:a lot|so much|very much|again|for (?:that|this|the help)|dir|dafür))*[\s,.!]*$/iu;
const NODS =
  /^(?:(?:ok(?:ay)?|k|oh|ah|aha|hm+|mhm|cool|nice|great|good|wow|super|yes|yeah|yep|sure|right|alright|all right|interesting|fascinating|got it|i see|understood|makes sense|fair enough|good to know|ja|klar|gut|aha|alles klar|interessant|verstehe|verstanden)[\s,.!…]*)+$/iu;

/** Whether a message only thanks or only acknowledges; null for one with content. */
export function courtesyOf(said: string): 'thanks' | 'nod' | null {
  const line = said.trim();
  if (THANKS.test(line)) return 'thanks';
  return NODS.test(line) ? 'nod' : null;
}

export function isDirectQuestion(said: string): boolean {
  return readText(said).sentences.some(({ isQuestion }) => isQuestion);
}
