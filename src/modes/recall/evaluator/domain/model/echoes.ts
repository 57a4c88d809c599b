import { jsonValuesIn } from '#language-model/domain/loose-json.ts';
import { unescapeTags } from '#language-model/domain/tagged.ts';

/** Keys that an answer can begin with. */
export const ENVELOPE = ['points', 'results', 'verdicts', 'recalledPointIds'] as const;

const MAX_READ_LENGTH = 64_000;
const MAX_DEPTH = 40;

/**
 * Whether a value of an evaluator's answer comes from the message itself. The learner wrote such a value; it is no
 * evaluation. Compares values, and texts without white space and escapes.
 */
export function echoesOf(message: string): (value: unknown) => boolean {
  if (!/[{[]/u.test(message)) return () => false;
  const written = squeezed(message);
  const values = new Set<string>();
  for (const value of jsonValuesIn(message, ENVELOPE)) collect(value, values, 0);
  return (value) => values.has(canonical(value)) || written.includes(squeezed(JSON.stringify(value)));
}

function collect(value: unknown, into: Set<string>, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
  into.add(canonical(value));
  for (const inner of Object.values(value)) collect(inner, into, depth + 1);
}

/** Equal for equal values, regardless of key order and point id. */
function canonical(value: unknown): string {
  const own =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, id: undefined } : value;
  const sorted = JSON.stringify(own, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
  return squeezed(sorted);
}

function squeezed(text: string): string {
  return unescapeTags(withoutEscapes(text.slice(0, MAX_READ_LENGTH))).replace(/\s+|\\[nrt]/gu, '');
}

/** Decodes letters written as `\u0064`. */
export function withoutEscapes(text: string): string {
  return text.replace(/\\u([\da-f]{4})/giu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
