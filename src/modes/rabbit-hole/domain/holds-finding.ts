/** The name of the agent without a model, as its replies carry it. */
export const EMBEDDED_EXPLORER = 'Embedded explorer';

/** Passages that the embedded explorer quotes end with their source: (“Caffeine and sleep”). */
const CITATION = /\(“[^”]+”\)/u;

/** Whether a reply in a hole told something: the embedded explorer may have found nothing. */
export function holdsFinding({
  content,
  agent,
}: {
  readonly content: string;
  readonly agent?: string | undefined;
}): boolean {
  return agent === EMBEDDED_EXPLORER ? CITATION.test(content) : /\p{L}/u.test(content);
}
