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

/** `renamed from a.ts, conflict`: what a file's counts do not say. */
export function fileInWords({ status, kind, oldPath, isConflicted }: FileChange): string {
  const state = oldPath !== null && status === 'renamed' ? `renamed from ${oldPath}` : STATES[status];
  return [state, KINDS[kind], isConflicted && 'conflict'].filter(Boolean).join(', ');
}

/** Why a file has no lines to show, where the server says no more. */
export function withoutLines({ status, kind }: FileChange): string {
  if (kind === 'submodule') return 'This is a submodule: another repository, at another commit.';
  if (status === 'renamed') return 'Only its name changed.';
  if (status === 'mode') return 'Only the permission to run it changed.';
  return status === 'added' ? 'This is an empty file.' : 'There are no lines to show.';
}

/** What is staged of a file. A renamed one is at two paths. */
export function pathsOf({ path, oldPath, status }: FileChange): string[] {
  return oldPath !== null && status === 'renamed' ? [path, oldPath] : [path];
}
