import type { FileChange } from '../../protocol.ts';

const STATES: Readonly<Record<FileChange['status'], string>> = {
  added: 'new',
  changed: 'changed',
  deleted: 'deleted',
  renamed: 'renamed',
  mode: 'permission changed',
  type: 'another kind of file',
};
const KINDS: Readonly<Partial<Record<FileChange['kind'], string>>> = {
  binary: 'binary',
  large: 'large',
  link: 'symbolic link',
  submodule: 'submodule',
};

/** Details that the line counts do not show, such as `renamed from a.ts, conflict`. */
export function fileInWords({ status, kind, oldPath, isConflicted }: FileChange): string {
  const state = oldPath !== null && status === 'renamed' ? `renamed from ${oldPath}` : STATES[status];
  return [state, KINDS[kind], isConflicted && 'conflict'].filter(Boolean).join(', ');
}

/** The reason why a file has no lines, if the server gives none. */
export function withoutLines({ status, kind }: FileChange): string {
  if (kind === 'submodule') return 'This is a submodule: another repository, at another commit.';
  if (status === 'renamed') return 'Only its name changed.';
  if (status === 'mode') return 'Only the permission to run it changed.';
  return status === 'added' ? 'This is an empty file.' : 'There are no lines to show.';
}

/** The paths to stage for a file. A renamed file has two. */
export function pathsOf({ path, oldPath, status }: FileChange): string[] {
  return oldPath !== null && status === 'renamed' ? [path, oldPath] : [path];
}
