import type { Kysely } from 'kysely';

import { ModelFailure } from '#language-model/server/model-failure.ts';
import type { RoleModel, RoleModels } from '#language-model/server/role-models.ts';
import { keyPhrase } from '#text/domain/key-phrase.ts';
import { AppError } from '#wire/error-kind.ts';

import { type OwnedSet } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { buildTitlePrompt, readTitle } from '../domain/title-prompt.ts';
import type { TitleSuggestion } from '../protocol.ts';
import { noSuchSet } from './sets.ts';

const EMBEDDED_NAME = 'Warren’s own word count';
const TIMEOUT_MS = 20_000;

/** A name for a set from its points: by the titler's model or, without one or if it fails, by key phrase. */
export async function suggestTitle(
  db: Kysely<RecallTables>,
  { person, setId }: OwnedSet,
  roleModels: RoleModels,
): Promise<TitleSuggestion> {
  const set = await db
    .selectFrom('recall_sets')
    .select('id')
    .where('id', '=', setId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!set) throw noSuchSet();
  const points = await db
    .selectFrom('recall_points')
    .select(['text', 'context'])
    .where('set_id', '=', setId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const phrase = keyPhrase(points);
  if (phrase === null)
    throw new AppError('refused', 'There is nothing in this set yet to name it after.', { reason: 'no-words' });
  const model = await roleModels.of(db, person, 'titler');
  if (!model) return { title: phrase, by: EMBEDDED_NAME, isEmbedded: true, notice: null };
  try {
    const title = readTitle(await ask(model, points));
    if (title !== null) return { title, by: model.name, isEmbedded: false, notice: null };
    return { title: phrase, by: EMBEDDED_NAME, isEmbedded: true, notice: `${model.name} gave no name.` };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    const remedy = error.detail.remedy ?? '';
    return { title: phrase, by: EMBEDDED_NAME, isEmbedded: true, notice: `${error.message} ${remedy}`.trim() };
  }
}

async function ask(model: RoleModel, points: readonly { text: string; context: string }[]): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let answer = '';
  for await (const chunk of model.stream(buildTitlePrompt(points), { session: null, signal }))
    if (chunk.type === 'text') answer += chunk.text;
  if (signal.aborted)
    throw new ModelFailure('stalled', {
      message: `${model.name} did not answer within ${TIMEOUT_MS / 1_000} seconds.`,
      remedy: 'Try again, or choose another model in Settings, under Models.',
    });
  return answer;
}
