import { withoutInvisible } from '#text/domain/invisible.ts';
import { plainWords } from '#text/domain/segments.ts';

export interface SourceMessage {
  readonly author: 'person' | 'assistant';
  readonly content: string;
}

/** Something that was said or done in the session of a coding agent. It holds no secrets. */
export interface AgentStep {
  readonly author: 'person' | 'assistant' | 'tool';
  /** The words that points may be taken from. */
  readonly content: string;
  /** A command that succeeded, with what it does in the agent's words. */
  readonly command?: { readonly line: string; readonly does: string };
}

/** The text that points are written from, and its origin. */
export type PointSource = (
  | {
      readonly form: 'conversation';
      /** Only what the assistant said is a source. */
      readonly messages: readonly SourceMessage[];
      readonly topic: string;
    }
  | { readonly form: 'text'; readonly text: string }
  | { readonly form: 'agent'; readonly steps: readonly AgentStep[] }
) & {
  readonly setName: string;
  readonly setDescription: string;
};

/** The words that points may be taken from. */
export function sourceTexts(source: PointSource): readonly string[] {
  if (source.form === 'text') return [source.text];
  if (source.form === 'agent') return source.steps.map(({ content }) => content);
  return source.messages.filter(({ author }) => author === 'assistant').map(({ content }) => content);
}

export function maxProposed({ form }: Pick<PointSource, 'form'>): number {
  return form === 'text' ? MAX_FROM_TEXT : MAX_FROM_CONVERSATION;
}

const MAX_FROM_TEXT = 24;
const MAX_FROM_CONVERSATION = 12;

/** A proposed recall point with its source sentence, verbatim. */
export interface ProposedPoint {
  readonly text: string;
  readonly sentence: string;
  /** The question that it answers, if one was written. */
  readonly question?: string;
  /** In the session of an agent: the index of the step that it came from. */
  readonly step?: number;
}

export const MAX_POINT_LENGTH = 2_000;

/** Removes points that repeat an earlier one except for case, spaces and marks, and those beyond the limit. */
export function distinct<Point extends ProposedPoint>(points: readonly Point[], limit: number): readonly Point[] {
  const seen = new Set<string>();
  const kept = points.filter(({ text }) => {
    const folded = wordsKey(text);
    if (folded === '' || seen.has(folded)) return false;
    seen.add(folded);
    return true;
  });
  return kept.slice(0, limit);
}

function wordsKey(text: string): string {
  return plainWords(withoutInvisible(text).normalize('NFKC').toLowerCase()).join(' ');
}

/** Whether two texts differ in case, spaces and marks at most: a point needs no quote beside it that is the point. */
export function isSameWords(text: string, sentence: string): boolean {
  return wordsKey(text) === wordsKey(sentence);
}
