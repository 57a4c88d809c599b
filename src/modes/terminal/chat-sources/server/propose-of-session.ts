import path from 'node:path';
import { setImmediate } from 'node:timers/promises';

import type { RoleModel } from '#language-model/server/role-models.ts';
import type { SessionProposals } from '#point-writer/protocol.ts';
import { createModelPointWriter, embeddedPointWriter, writePoints } from '#point-writer/server/point-writer.ts';
import type { Message } from '#session/protocol.ts';
import { hasSecret } from '#text/domain/secrets.ts';

import { ShownMessages } from '../../chat/domain/shown/shown-messages.ts';
import { type ChatStep, fittingSteps, stepsOfMessage } from '../domain/steps-of-chat.ts';

interface Asked {
  readonly session: string;
  readonly title: string;
  readonly folder: string;
  /** Null: the built-in writer. */
  readonly model: RoleModel | null;
}

/** Maximum length of all steps together; any listed model has room for more. */
const MAX_CHARACTERS = 200_000;
const MIN_CHARACTERS = 2_000;
/** Code has fewer characters per token than prose. */
const CHARACTERS_PER_TOKEN = 3;
const INSTRUCTION_TOKENS = 1_500;

/** Number of characters of a session that fit into a model's context beside its instructions and its answer. */
function roomOf({ contextTokens, maxTokens }: RoleModel): number {
  const room = (contextTokens - maxTokens - INSTRUCTION_TOKENS) * CHARACTERS_PER_TOKEN;
  return Math.min(MAX_CHARACTERS, Math.max(MIN_CHARACTERS, room));
}

/** Proposes points from the messages and tool calls of a chat. Secrets reach neither a model nor a point. */
export async function proposeOfSession(
  messages: readonly Message[],
  { session, title, folder, model }: Asked,
): Promise<SessionProposals> {
  const { steps, leftOut } = fittingSteps(await readSteps(messages), model ? roomOf(model) : MAX_CHARACTERS);
  const project = path.basename(folder) || title;
  const { by, notice, points } = await writePoints(
    { form: 'agent', steps, setName: project, setDescription: '' },
    { writer: model ? createModelPointWriter(model) : embeddedPointWriter, embedded: embeddedPointWriter, session },
  );
  return {
    project,
    by,
    notice,
    leftOut,
    points: points.flatMap(({ step = -1, text, sentence, question }) => {
      const from = steps[step];
      if (!from || [text, sentence, question ?? ''].some(hasSecret)) return [];
      const { messageId, at, kind } = from;
      return [{ text, sentence, ...(question !== undefined && { question }), moment: { messageId, at, kind } }];
    }),
  };
}

/** Yields to other work while it reads a long chat. */
async function readSteps(messages: readonly Message[]): Promise<readonly ChatStep[]> {
  const steps: ChatStep[] = [];
  for (const [index, message] of new ShownMessages().of(messages).entries()) {
    if (index % 50 === 0) await setImmediate();
    steps.push(...stepsOfMessage(message));
  }
  return steps;
}
