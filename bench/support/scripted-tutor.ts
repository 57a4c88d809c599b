import { setImmediate, setTimeout as delay } from 'node:timers/promises';

import type { Evaluator } from '#modes/recall/evaluator/server/evaluator.ts';
import type { Tutor } from '#modes/recall/tutor/server/tutor.ts';

import { machineMicroseconds } from './clock.ts';
import { prose } from './prose.ts';
import { isTurnOver, parseScript, type Script, stampedChunk } from './script.ts';

/** A tutor that follows the script in the person's message. */
export function createScriptedTutor(isFull: () => boolean): Tutor {
  return {
    name: 'Scripted tutor',
    isEmbedded: true,
    async *reply({ history }, { signal }) {
      const script = parseScript(history.at(-1)?.content ?? '');
      if (!script) yield 'Go on.';
      else if (script.kind === 'flat-out') yield* flatOut(script, isFull);
      else if (script.kind === 'paced') yield* paced(script, signal);
      else yield* spoken(script, signal);
    },
  };
}

/**
 * Credits every point with the first message, at once. Without open points, replies stream by words instead of
 * sentences.
 */
export const creditingEvaluator: Evaluator = {
  name: 'Crediting evaluator',
  isEmbedded: true,
  evaluateBatch(points, messages) {
    const quote = messages.at(-1)?.content ?? '';
    return Promise.resolve({
      feedback: '',
      verdicts: points.map(({ id }) => ({ id, verdict: 'expressed', confidence: 1, quote, observation: '' })),
    });
  },
};

type Of<Kind extends Script['kind']> = Extract<Script, { kind: Kind }>;

/** Sends a few chunks per turn of the event loop, as many as one packet of a provider contains. */
async function* flatOut({ chunks, characters }: Of<'flat-out'>, isFull: () => boolean): AsyncGenerator<string> {
  for (let sent = 0; sent < chunks; sent += 1) {
    yield `${sent}`.padEnd(characters, '.');
    if (isTurnOver(sent)) {
      do await setImmediate();
      while (isFull());
    }
  }
}

/**
 * The due time of every chunk is fixed at the start. Chunks carry their due time, not the time they were handed over,
 * so that delays of the server count.
 */
async function* paced(script: Of<'paced'>, signal: AbortSignal): AsyncGenerator<string> {
  const { chunks, perSecond, characters } = script;
  const every = 1e6 / perSecond;
  const first = machineMicroseconds() + Math.random() * every;
  for (let sent = 0; sent < chunks && !signal.aborted; sent += 1) {
    const due = first + sent * every;
    const early = due - machineMicroseconds();
    if (early > 0) await delay(Math.ceil(early / 1_000));
    yield stampedChunk(due, characters);
  }
}

async function* spoken(script: Of<'prose'>, signal: AbortSignal): AsyncGenerator<string> {
  const { characters, perSecond, atOnce } = script;
  const text = prose(characters);
  const began = performance.now();
  for (let from = 0; from < text.length && !signal.aborted; from += atOnce) {
    const due = began + (from / atOnce / perSecond) * 1_000;
    const early = due - performance.now();
    if (early > 0) await delay(early);
    yield text.slice(from, from + atOnce);
  }
}
