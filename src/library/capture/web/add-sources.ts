import { api, messageOf, upload } from '#http-client/web/api.ts';
import { inParts } from '#kernel/in-parts.ts';

import type { AddedSources, NewSource } from '../../sources/protocol.ts';
import type { SourceSummary } from '../../storage/protocol.ts';
import { queryText } from '../../storage/web/library-query.ts';

interface SourceAddition {
  readonly id: string;
  readonly source: NewSource;
}

interface FileAddition {
  readonly id: string;
  readonly file: File;
  /** Null for the inbox. */
  readonly bucketId: string | null;
}

/** One thing to add. Sending it again with the same id adds nothing twice. */
export type Addition = SourceAddition | FileAddition;

export interface Outcome {
  readonly added: readonly SourceSummary[];
  /** Already in the library, and not added. */
  readonly existing: readonly { readonly addition: Addition; readonly source: SourceSummary }[];
  readonly failed: readonly { readonly addition: Addition; readonly message: string }[];
}

const NOTHING_ADDED: Outcome = { added: [], existing: [], failed: [] };

const AT_ONCE = 500;

/** Adds everything that can be added: the sources together, then the files one by one. Never rejects. */
export async function addAll(additions: readonly Addition[], isWanted = false): Promise<Outcome> {
  const sources = additions.filter((addition) => 'source' in addition);
  const files = additions.filter((addition) => 'file' in addition);
  const outcomes: Outcome[] = [];
  for (const part of inParts(sources, AT_ONCE)) outcomes.push(await addSources(part, isWanted));
  for (const file of files) outcomes.push(await addFile(file, isWanted));
  return together(outcomes);
}

export function together(outcomes: readonly Outcome[]): Outcome {
  return {
    added: outcomes.flatMap(({ added }) => added),
    existing: outcomes.flatMap(({ existing }) => existing),
    failed: outcomes.flatMap(({ failed }) => failed),
  };
}

async function addSources(additions: readonly SourceAddition[], isWanted: boolean): Promise<Outcome> {
  const sources = additions.map(({ id, source }) => ({ ...source, id, ...(isWanted && { isWanted }) }));
  try {
    const { results } = await api<AddedSources>('POST', '/api/library/sources', { sources });
    return outcomeOf(results, additions);
  } catch (error) {
    const message = messageOf(error);
    return { ...NOTHING_ADDED, failed: additions.map((addition) => ({ addition, message })) };
  }
}

async function addFile(addition: FileAddition, isWanted: boolean): Promise<Outcome> {
  const { id, file, bucketId } = addition;
  const query = queryText({
    name: file.name,
    id,
    bucketId: bucketId ?? undefined,
    isWanted: isWanted ? 'true' : undefined,
  });
  try {
    const { results } = await upload<AddedSources>(`/api/library/files${query}`, file);
    return outcomeOf(results, [addition]);
  } catch (error) {
    return { ...NOTHING_ADDED, failed: [{ addition, message: messageOf(error) }] };
  }
}

function outcomeOf(results: AddedSources['results'], additions: readonly Addition[]): Outcome {
  const pairs = results.flatMap((result, index) => {
    const addition = additions[index];
    return addition ? [{ ...result, addition }] : [];
  });
  return {
    added: pairs.flatMap(({ outcome, source }) => (outcome === 'added' ? [source] : [])),
    existing: pairs.flatMap(({ outcome, source, addition }) => (outcome === 'existing' ? [{ addition, source }] : [])),
    failed: [],
  };
}
