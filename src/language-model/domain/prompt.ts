/** A part of a prompt. Whatever a person, a source or a model wrote is data: it stands in a tagged block of its own. */
export interface PromptText {
  readonly text: string;
  /** What stands up to here is the same in the requests that follow: providers that can keep it are asked to. */
  readonly isCacheable?: true;
}

export interface PromptMessage {
  readonly author: 'person' | 'assistant';
  readonly parts: readonly PromptText[];
}

/** What a role asks of a model. Which model, and within which limits, is configuration and not part of it. */
export interface Prompt {
  readonly system: readonly PromptText[];
  /** Begins and ends with the person; authors alternate. */
  readonly messages: readonly PromptMessage[];
  /** Fewer tokens than the role's limit allows; undefined for that limit. */
  readonly maxTokens?: number;
  /** 0 to 1. Left out of the request where the model takes none. */
  readonly temperature?: number;
  /** `whole`: one answer, not streamed. */
  readonly delivery: 'stream' | 'whole';
}

/** Everything that a prompt sends, text by text. */
export function sentTexts({ system, messages }: Pick<Prompt, 'system' | 'messages'>): string[] {
  return [...system, ...messages.flatMap((message) => message.parts)].map(({ text }) => text);
}
