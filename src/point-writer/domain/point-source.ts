export interface SourceMessage {
  readonly author: 'person' | 'assistant';
  readonly content: string;
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
) & {
  readonly setName: string;
  readonly setDescription: string;
};

/** The words that points may be taken from. */
export function sourceTexts(source: PointSource): readonly string[] {
  if (source.form === 'text') return [source.text];
  return source.messages.filter(({ author }) => author === 'assistant').map(({ content }) => content);
}

/** Maximum number of proposals. */
export function maxProposed({ form }: PointSource): number {
  return form === 'text' ? MAX_FROM_TEXT : MAX_FROM_CONVERSATION;
}

const MAX_FROM_TEXT = 24;
const MAX_FROM_CONVERSATION = 12;
