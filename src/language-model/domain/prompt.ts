import type { AnswerShape } from './answer-shape.ts';

/** A part of a prompt. Text written by a person, a source or a model is data and goes into a tagged block. */
export interface PromptText {
  readonly text: string;
  /** The prompt up to here repeats in later requests, so the provider should cache it. */
  readonly isCacheable?: true;
}

/**
 * A document that the model can cite. A provider with its own citations gets it as a document; for others the adapter
 * writes it as delimited text. `Citation.documentIndex` counts the documents of a request in order, from 0.
 */
export interface PromptDocument extends PromptText {
  /** A description in one line: shown to the model and not citable. */
  readonly title: string;
}

export type PromptPart = PromptText | PromptDocument;

export interface PromptMessage {
  readonly author: 'person' | 'assistant';
  readonly parts: readonly PromptPart[];
}

/** The request of a role to a model. The model and its limits are configuration and not part of the prompt. */
export interface Prompt {
  readonly system: readonly PromptText[];
  /** Begins and ends with the person; authors alternate. */
  readonly messages: readonly PromptMessage[];
  /** A lower limit than the role's; undefined for the role's limit. */
  readonly maxTokens?: number;
  /** 0 to 1. Omitted from the request if the model does not accept it. */
  readonly temperature?: number;
  readonly answerShape?: AnswerShape;
  /** `whole`: one answer, not streamed. */
  readonly delivery: 'stream' | 'whole';
}

export function isDocument(part: PromptPart): part is PromptDocument {
  return 'title' in part;
}

export function sentTexts({ system, messages }: Pick<Prompt, 'system' | 'messages'>): string[] {
  return [...system, ...messages.flatMap((message) => message.parts)].map(({ text }) => text);
}
