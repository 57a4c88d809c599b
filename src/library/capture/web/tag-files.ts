import { api } from '#http-client/web/api.ts';

import type { SourcesChange } from '../../sources/protocol.ts';
import type { SourceSummary } from '../../storage/protocol.ts';
import { tagsIn } from '../../storage/web/tags-in.ts';
import type { CaptureDraft } from './capture-draft.ts';

/** Gives the chosen kind and tags to added files. If that fails the files are added all the same, without them. */
export async function tagFiles(
  added: readonly SourceSummary[],
  files: readonly { readonly id: string }[],
  { kind, tags }: Pick<CaptureDraft, 'kind' | 'tags'>,
): Promise<void> {
  const ids = files.flatMap(({ id }) => (added.some((source) => source.id === id) ? [id] : []));
  const addTags = [...tagsIn(tags)];
  if (ids.length === 0 || (kind === null && addTags.length === 0)) return;
  const change: SourcesChange = { ids, ...(kind && { kind }), ...(addTags.length > 0 && { addTags }) };
  await api('POST', '/api/library/sources/change', change).catch(() => undefined);
}
