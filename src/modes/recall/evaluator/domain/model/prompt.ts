import type { Prompt } from '#language-model/domain/prompt.ts';
import { shortened, tagged } from '#language-model/domain/tagged.ts';
import { wireId } from '#language-model/domain/wire-ids.ts';
import type { SpokenMessage } from '#session/domain/spoken.ts';

import { EXCERPT_MESSAGES, type Point } from '../evaluation.ts';
import { type EvaluationMode, EVALUATOR_RULES } from './rules.ts';

/** Maximum length of the evaluated message, in characters. */
const MAX_MESSAGE_LENGTH = 60_000;
/** Maximum length of each earlier message. */
const MAX_CONTEXT_LENGTH = 1_500;

const MAX_TOKENS = 1_024;
/** Omitted if the model does not accept one. */
const TEMPERATURE = 0.3;

/**
 * The request that evaluates the last message of the excerpt against all unchecked points, as the answer to what was
 * said to the person last. User text is in blocks that it cannot close.
 */
export function buildBatchEvaluatorPrompt(
  points: readonly Point[],
  excerpt: readonly SpokenMessage[],
  mode: EvaluationMode,
): Prompt {
  const latest = excerpt.slice(-EXCERPT_MESSAGES);
  const message = latest.at(-1)?.content ?? '';
  const before = latest.slice(0, -1);
  const asked = before.findLastIndex(({ author }) => author === 'assistant');
  const question = before[asked]?.content ?? '';
  return {
    system: [{ text: EVALUATOR_RULES[mode], isCacheable: true }],
    messages: [
      {
        author: 'person',
        parts: [
          { text: `<points>\n${points.map(pointBlock).join('\n')}\n</points>`, isCacheable: true },
          {
            text: [
              `<conversation>\n${before
                .toSpliced(Math.max(0, asked), asked < 0 ? 0 : 1)
                .map(spokenBlock)
                .join('\n')}\n</conversation>`,
              tagged('question', shortened(question, MAX_CONTEXT_LENGTH)),
              tagged('message', shortened(message, MAX_MESSAGE_LENGTH)),
              'Which of the points does the message in the last block express? Answer with the JSON object alone.',
            ].join('\n'),
          },
        ],
      },
    ],
    maxTokens: MAX_TOKENS,
    temperature: TEMPERATURE,
    delivery: 'whole',
  };
}

function pointBlock({ text, context }: Point, place: number): string {
  const heading = context === '' ? '' : `${tagged('heading', context)} `;
  return `<point id="${wireId(place)}">${heading}${tagged('text', text)}</point>`;
}

function spokenBlock({ author, content }: SpokenMessage): string {
  return tagged(author === 'person' ? 'learner' : 'tutor', shortened(content, MAX_CONTEXT_LENGTH));
}
