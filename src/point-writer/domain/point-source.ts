import { withoutInvisible } from '#text/domain/invisible.ts';
import { plainWords } from '#text/domain/segments.ts';

export interface SourceMessage {
  readonly author: 'person' | 'assistant';
  readonly content: string;
}

/** A step in the session of a coding agent. Contains no secrets. */
export interface AgentStep {
  readonly author: 'person' | 'assistant' | 'tool';
  /** The text that points can be taken from. */
  readonly content: string;
  /** A command that succeeded, with its purpose in the agent's words. */
  readonly command?: { readonly line: string; readonly does: string };
}

/** The text that points are written from, and its origin. */
export type PointSource = (
  | {
      readonly form: 'conversation';
      /** Only the assistant's messages are a source. */
      readonly messages: readonly SourceMessage[];
      readonly topic: string;
    }
  | { readonly form: 'text'; readonly text: string }
  | { readonly form: 'agent'; readonly steps: readonly AgentStep[] }
) & {
  readonly setName: string;
  readonly setDescription: string;
};

/** The texts that points can be taken from. */
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
  /** The question that it answers, if there is one. */
  readonly question?: string;
  /** In an agent's session: the index of the step that it comes from. */
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

/** Whether two texts differ only in case, spaces and marks: a point needs no quote that equals it. */
export function isSameWords(text: string, sentence: string): boolean {
  return wordsKey(text) === wordsKey(sentence);
}
