import { withoutDirectionMarks } from '#kernel/clean-text.ts';
import { trimEnd } from '#text/domain/trim-ends.ts';

import type { Prompt } from './prompt.ts';

const MAX_TOKENS = 64;
const MAX_TITLE = 80;

/** Asks for a title. `material`: blocks of the text to name. */
export function titlePrompt(rules: string, material: string): Prompt {
  return {
    system: [{ text: rules }],
    messages: [{ author: 'person', parts: [{ text: material }] }],
    maxTokens: MAX_TOKENS,
    temperature: 0.3,
    delivery: 'whole',
  };
}

/** The title in a model's answer, without surrounding words and marks; null if there is none. */
export function titleIn(answer: string): string | null {
  const lines = withoutDirectionMarks(answer)
    .split('\n')
    .map((line) => {
      const bare = line
        .replace(/[*_`#"“”„«»]/gu, ' ')
        .replace(/^\s*(?:name|title|titel)\s*:/iu, '')
        // Apostrophes inside words stay.
        .replace(/(?<!\p{L})['‘’]+|['‘’](?!\p{L})['‘’]*/gu, '');
      return trimEnd(bare, /[.。\s]/u)
        .replace(/\s+/gu, ' ')
        .trim();
    });
  const title =
    lines
      .find((line) => line !== '')
      ?.slice(0, MAX_TITLE)
      .trim() ?? '';
  return /[\p{L}\p{N}]/u.test(title) ? title : null;
}
