import type { UndoLog } from '#undo/server/undo-log.ts';
import { AppError } from '#wire/error-kind.ts';

import type { ModelForAll, RoleChoice } from '../../protocol.ts';
import type { RunningRoleModels } from '../create-role-models.ts';
import type { LanguageModelDependencies } from '../dependencies.ts';
import { type Chosen, recordChosenForAll } from '../setting-actions.ts';
import { readChosen, writeChosen } from './chosen-for-all.ts';
import { talkingRoleIds } from './role-assignment.ts';

interface Choice extends ModelForAll {
  /** The context size of the model, if the caller knows it; otherwise the size known to Warren. */
  readonly contextTokens?: number | undefined;
  /** A new address for OpenAI's protocol. Refused if there is a key, which would be sent to it. */
  readonly address?: string;
}

/**
 * Gives every role that converses one model, or its embedded agent. Each role keeps its answer limit, as far as it
 * fits.
 */
export async function chooseForAll(
  deps: LanguageModelDependencies & { undo: UndoLog; roleModels: RunningRoleModels },
  person: string,
  { provider, model, contextTokens, address }: Choice,
): Promise<void> {
  const assignments = await deps.roleModels.assignmentsOf(person);
  const context = contextTokens === undefined ? undefined : Math.max(contextTokens, MIN_CONTEXT);
  const choiceOf = (maxTokens: number): RoleChoice => ({
    provider,
    model,
    maxTokens: context === undefined ? maxTokens : Math.min(maxTokens, Math.floor(context / 2)),
    ...(context !== undefined && { contextTokens: context }),
  });
  // The checker is off unless a model was chosen for it; then it is changed like the others.
  const isChecked = !assignments.assignmentOf('checker').isDefault;
  const choices = [...talkingRoleIds, ...(isChecked ? (['checker'] as const) : [])].map((role) => {
    const { choice } = assignments.assignmentOf(role);
    return [role, JSON.stringify(choiceOf(choice.maxTokens))] as const;
  });
  const to: Chosen = { roles: Object.fromEntries(choices), ...(address !== undefined && { address }) };
  await deps.database.write(async (trx) => {
    const from = await readChosen(trx, person, to);
    if (from === null) throw new AppError('refused', 'There is a key for another address. Remove it first.');
    await writeChosen(trx, person, { chosen: to, at: deps.now() });
    await recordChosenForAll(deps.undo, trx, { person, model, from, to });
  });
}

const MIN_CONTEXT = 2_000;
