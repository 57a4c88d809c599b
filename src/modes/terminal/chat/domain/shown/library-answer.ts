import { type QuotedPassage, readPassagesText, withHiddenBack } from '#library/search/domain/passages-text.ts';

import type { ToolPart } from '../../protocol.ts';
import { isWarrenTool } from './tool-title.ts';

/** The sources in the answer of a tool of Warren's own server. */
export interface LibraryAnswer {
  readonly passages: readonly QuotedPassage[];
  /** The result of `keep_source`. */
  readonly kept: { readonly sourceId: string; readonly title: string; readonly isNew: boolean } | null;
}

const KEPT =
  /^(?<outcome>Kept|Nothing was added):.*?(?<title>"(?:[^"\\]|\\.)*") \(source (?<sourceId>[^\s,()]+)\) \S+$/mu;

/** Null if the call is to another tool, or its answer names no source. */
export function libraryAnswer({ name, output }: Pick<ToolPart, 'name' | 'output'>): LibraryAnswer | null {
  if (!isWarrenTool(name) || output === null) return null;
  const passages = readPassagesText(output);
  const kept = name.endsWith('__keep_source') ? readKept(output) : null;
  return passages.length === 0 && kept === null ? null : { passages, kept };
}

function readKept(output: string): LibraryAnswer['kept'] {
  const { outcome, title = '', sourceId = '' } = KEPT.exec(output)?.groups ?? {};
  if (sourceId === '') return null;
  return { sourceId, title: titleIn(title), isNew: outcome === 'Kept' };
}

function titleIn(json: string): string {
  try {
    return withHiddenBack(String(JSON.parse(json)));
  } catch {
    return '';
  }
}
