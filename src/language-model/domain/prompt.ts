/** A part of a prompt. Text written by a person, a source or a model is data and goes into a tagged block. */
export interface PromptText {
  readonly text: string;
  /** The prompt up to here is the same in later requests, so the provider should cache it. */
  readonly isCacheable?: true;
}

export interface PromptMessage {
  readonly author: 'person' | 'assistant';
  readonly parts: readonly PromptText[];
}

/** What a role asks a model. The model and its limits are configuration and not part of the prompt. */
export interface Prompt {
  readonly system: readonly PromptText[];
  /** Begins and ends with the person; authors alternate. */
  readonly messages: readonly PromptMessage[];
  /** A lower limit than the role's; undefined for the role's limit. */
  readonly maxTokens?: number;
  /** 0 to 1. Left out of the request if the model does not accept it. */
  readonly temperature?: number;
  /** `whole`: one answer, not streamed. */
  readonly delivery: 'stream' | 'whole';
}

/** All texts of a prompt. */
export function sentTexts({ system, messages }: Pick<Prompt, 'system' | 'messages'>): string[] {
  return [...system, ...messages.flatMap((message) => message.parts)].map(({ text }) => text);
}
