/**
 * The turn that an explorer's first message answers. It is stored as the first turn of a hole and never shown as the
 * person's words.
 */
export function curiousTurn(topic: string): string {
  const named = /^[“„]/u.test(topic) ? topic : `“${topic}”`;
  return `I’m curious about ${named}. Tell me what is interesting about it.`;
}
