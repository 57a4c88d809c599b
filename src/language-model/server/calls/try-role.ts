import { setTimeout as delay } from 'node:timers/promises';

import type { Usage } from '../../domain/chunk.ts';
import { costOf } from '../../domain/cost.ts';
import type { Prompt } from '../../domain/prompt.ts';
import type { RoleChoice, RoleId, RoleTryResult } from '../../protocol.ts';
import type { RunningRoleModels } from '../create-role-models.ts';
import type { RoleAssignment } from '../keys/role-assignment.ts';
import { ModelFailure } from '../model-failure.ts';
import type { RoleEmbedder } from '../role-embedder.ts';
import type { RoleModel } from '../role-models.ts';
import { calibrateEmbedder } from './calibrate-embedder.ts';

/** Short, because the person is watching. */
const TRY_WITHIN_MS = 60_000;
/** Enough for a sentence, even if the model thinks first. */
const TRY_TOKENS = 1_024;
const MAX_MESSAGE_LENGTH = 600;

/** Asks the model of a role, or an unsaved `choice`, one short question. */
export async function tryRole(
  { roleModels }: { roleModels: RunningRoleModels },
  { person, role }: { person: string; role: RoleId },
  choice: RoleChoice | undefined,
): Promise<RoleTryResult> {
  const begun = performance.now();
  const assignments = await roleModels.assignmentsOf(person);
  const assignment = choice ? assignments.assignmentFor(role, choice) : assignments.assignmentOf(role);
  const model = roleModels.modelOf(person, assignment);
  const timing = () => ({ milliseconds: Math.round(performance.now() - begun) });
  const embedder = role === 'embedder' ? roleModels.embedderFor(person, assignment) : null;
  if (!model || assignment.connection === null) {
    const isChosen = assignment.choice.provider === null && assignment.notice === null;
    return {
      ok: isChosen,
      message: assignment.notice ?? 'It works on this machine, without a key, and always answers.',
      remedy: isChosen ? null : 'Until then what is built in answers.',
      costMicros: isChosen ? 0 : null,
      ...timing(),
    };
  }
  try {
    if (embedder) return { ...(await tryEmbedder(embedder, assignment)), ...timing() };
    const { text, usage, isCut } = await ask(model, promptFor(role));
    const cost = usage && costOf(usage, { provider: assignment.connection.provider, id: assignment.choice.model });
    if (isCut)
      return {
        ok: false,
        message: `Its answer was cut at ${Math.min(TRY_TOKENS, model.maxTokens).toLocaleString('en')} tokens${text === '' ? ', before the first word' : `: “${text}”`}.`,
        remedy:
          model.maxTokens < TRY_TOKENS
            ? 'Allow it a longer answer, or choose another model.'
            : 'Choose another model: this one says too much for this role.',
        costMicros: cost,
        ...timing(),
      };
    if (text === '')
      return {
        ok: false,
        message: 'It gave an empty answer.',
        remedy: 'Try again, or choose another model or a higher limit.',
        costMicros: cost,
        ...timing(),
      };
    return { ok: true, message: text, remedy: null, costMicros: cost, ...timing() };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return { ok: false, message: error.message, remedy: error.detail.remedy ?? null, costMicros: null, ...timing() };
  }
}

async function ask(model: RoleModel, prompt: Prompt): Promise<{ text: string; usage: Usage | null; isCut: boolean }> {
  const late = new AbortController();
  const over = new AbortController();
  void delay(TRY_WITHIN_MS, undefined, { signal: over.signal })
    .then(() => late.abort())
    .catch(() => undefined);
  let text = '';
  let usage: Usage | null = null;
  let isCut = false;
  try {
    for await (const chunk of model.stream(prompt, { session: null, signal: late.signal })) {
      if (chunk.type === 'text') text += chunk.text;
      if (chunk.type === 'usage') usage = chunk.usage;
      if (chunk.type === 'stop') isCut = chunk.reason === 'limit';
    }
  } finally {
    over.abort();
  }
  if (late.signal.aborted)
    throw new ModelFailure('stalled', {
      message: 'It took longer than a minute.',
      remedy: 'Try again, or choose another model.',
    });
  const said = text.trim().slice(0, MAX_MESSAGE_LENGTH).toWellFormed();
  return { text: said, usage, isCut };
}

function promptFor(role: RoleId): Prompt {
  // With the same settings as in a session.
  const isReader = role === 'evaluator' || role === 'detector';
  return {
    system: [{ text: 'You are being tried out by the person who is about to work with you.' }],
    messages: [{ author: 'person', parts: [{ text: 'Say in one short sentence that you are there.' }] }],
    maxTokens: TRY_TOKENS,
    ...(isReader && { temperature: 0.3 }),
    delivery: isReader ? 'whole' : 'stream',
  };
}

/** Embeds a few texts. Throws a ModelFailure. */
async function tryEmbedder(
  embedder: RoleEmbedder,
  { choice, connection }: RoleAssignment,
): Promise<Omit<RoleTryResult, 'milliseconds'>> {
  const { usage } = await calibrateEmbedder(embedder);
  return {
    ok: true,
    message: 'It reads texts, so that passages are found by meaning.',
    remedy: null,
    costMicros: connection && costOf(usage, { provider: connection.provider, id: choice.model }),
  };
}
