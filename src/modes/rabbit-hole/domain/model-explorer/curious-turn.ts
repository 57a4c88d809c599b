/**
 * The turn that an explorer's first message answers. It is stored as the first turn of a hole and never shown as the
 * person's words.
 */
export function curiousTurn(topic: string): string {
  return `I’m curious about “${topic}”. Tell me what is interesting about it.`;
}
