import { sentencesOf } from '#text/domain/sentences.ts';
import { termsIn } from '#text/domain/terms.ts';

import { commandPoint } from './command-points.ts';
import { oneOf } from './leaning.ts';
import { type AgentStep, distinct, maxProposed, type ProposedPoint } from './point-source.ts';
import { tellingSentences } from './telling-sentences.ts';

type PointOfStep = ProposedPoint & { readonly step: number };

/**
 * Points of an agent's session without a model, in its order: commands with their purpose, and sentences of the agent
 * that answer a question of the person or give a reason.
 */
export function pointsOfSteps(steps: readonly AgentStep[]): readonly PointOfStep[] {
  let asked = '';
  const answers = steps.flatMap(({ author, content }, step): readonly PointOfStep[] => {
    if (author === 'person') asked = content;
    const isAnswer = author === 'assistant' && isLastWord(steps, step);
    return isAnswer ? answersIn(content, asked).map((point) => ({ ...point, step })) : [];
  });
  const commands = steps.flatMap(({ command }, step): readonly PointOfStep[] =>
    command ? commandPoint(command).map((point) => ({ ...point, step })) : [],
  );
  const most = maxProposed({ form: 'agent' });
  const kept = distinct([...distinct(answers, Math.ceil(most / 2)), ...commands], most);
  return kept.toSorted((one, other) => one.step - other.step);
}

/** What an agent writes before it continues is a plan; its last text is its answer. */
function isLastWord(steps: readonly AgentStep[], at: number): boolean {
  return (steps.slice(at + 1).find(({ author }) => author !== 'tool')?.author ?? 'person') === 'person';
}

const REASON = new RegExp(
  String.raw`(?<![\p{L}])(?:${oneOf(`because causes caused due since reason therefore instead whereas otherwise unless
    weil ursache grund stattdessen sonst car parce puisque porque`)})(?![\p{L}])`,
  'iu',
);
const ASKS =
  /^(?:who|what|when|where|why|which|how|is|are|was|were|do|does|did|can|could|should|would|has|have|wer|was|wann|wo|warum|wieso|welche[rsnm]?|wie|ist|sind|kann|soll|qui|que|quoi|quand|où|pourquoi|comment|est-ce)(?![\p{L}])/iu;
const MAX_QUESTION_LENGTH = 200;
const MAX_ANSWERS = 2;

/** The question of a message that asks exactly one; null for any other message. */
function questionIn(message: string): string | null {
  const [only, ...others] = sentencesOf(message.replace(/\s+/gu, ' ').trim());
  const text = only?.text.trim() ?? '';
  const isOne = others.length === 0 && text.length <= MAX_QUESTION_LENGTH && (ASKS.test(text) || text.endsWith('?'));
  return isOne ? text.charAt(0).toUpperCase() + text.slice(1) : null;
}

/** The best statements of an answer: those with the words of the question, and those with a reason. */
function answersIn(content: string, asked: string): readonly ProposedPoint[] {
  const question = questionIn(asked);
  const sought = new Set(termsIn(asked, null).map(({ term }) => term));
  const said = tellingSentences({ form: 'text', text: content, setName: '', setDescription: '' }, true);
  const scored = said.map((point, place) => {
    const shared = new Set(termsIn(point.text, null).flatMap(({ term }) => (sought.has(term) ? [term] : []))).size;
    const isReason = REASON.test(point.text);
    return { point, place, score: (isReason ? 2 : 0) + (question === null ? 0 : shared + (place === 0 ? 1 : 0)) };
  });
  const best = scored
    .filter(({ score }) => score >= 2)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_ANSWERS);
  return best
    .toSorted((one, other) => one.place - other.place)
    .map(({ point }) => ({ ...point, ...(question !== null && point === best[0]?.point && { question }) }));
}
