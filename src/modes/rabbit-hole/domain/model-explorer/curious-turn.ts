/**
 * What an explorer's opening message answers. It is stored as the first turn of a hole, and is nobody's words: it is
 * never shown as the person's.
 */
export function curiousTurn(topic: string): string {
  return `I’m curious about “${topic}”. Tell me what is interesting about it.`;
}
