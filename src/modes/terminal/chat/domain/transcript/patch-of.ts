import type { PatchHunk } from '../../protocol.ts';

const MAX_LINES = 2_000;

/** The change of a file, from the result of a tool that made one; undefined for any other result. */
export function patchOf(result: unknown): readonly PatchHunk[] | undefined {
  const hunks = (result as { readonly structuredPatch?: unknown } | null)?.structuredPatch;
  if (!Array.isArray(hunks) || hunks.length === 0) return undefined;
  let room = MAX_LINES;
  return hunks.flatMap((hunk: unknown): PatchHunk[] => {
    const { oldStart, newStart, lines } = (hunk ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof oldStart !== 'number' || typeof newStart !== 'number' || !Array.isArray(lines) || room <= 0) return [];
    const kept = lines.filter((line): line is string => typeof line === 'string').slice(0, room);
    room -= kept.length;
    return [{ oldStart, newStart, lines: kept }];
  });
}
