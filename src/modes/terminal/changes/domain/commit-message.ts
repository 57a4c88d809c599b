import type { FileChange } from '../protocol.ts';

type Staged = Pick<FileChange, 'path' | 'oldPath' | 'status'>;

const MAX_SUBJECT = 70;
const MAX_LISTED = 12;
const VERBS: Readonly<Record<FileChange['status'], string>> = {
  added: 'Add',
  changed: 'Update',
  deleted: 'Remove',
  renamed: 'Rename',
  mode: 'Change the mode of',
  type: 'Replace',
};

/** Proposes a commit message from the names of the files alone. */
export function proposedCommitMessage(files: readonly Staged[]): string {
  const [first, ...more] = files;
  if (!first) return '';
  if (more.length === 0) return clause(first);
  const isAlike = more.every(({ status }) => status === first.status);
  const verb = isAlike ? VERBS[first.status] : VERBS.changed;
  const names = files.map(({ path }) => nameOf(path));
  const all = `${verb} ${listed(names)}`;
  const subject = all.length <= MAX_SUBJECT ? all : `${verb} ${files.length} files${within(files)}`;
  const lines = files.slice(0, MAX_LISTED).map((each) => `- ${clause(each)}`);
  const rest = files.length > MAX_LISTED ? [`- and ${files.length - MAX_LISTED} more`] : [];
  return [subject, '', ...lines, ...rest].join('\n');
}

function clause({ status, path, oldPath }: Staged): string {
  return oldPath === null ? `${VERBS[status]} ${path}` : `Rename ${oldPath} to ${path}`;
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

const listed = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** The folder that contains all of the files. */
function within(files: readonly Staged[]): string {
  const [first = [], ...rest] = files.map(({ path }) => path.split('/').slice(0, -1));
  let depth = 0;
  while (depth < first.length && rest.every((parts) => parts[depth] === first[depth])) depth += 1;
  return depth === 0 ? '' : ` in ${first.slice(0, depth).join('/')}`;
}

/** Extracts the message from a model's answer: removes fences, quotation marks and text outside a fence. */
export function readCommitMessage(answer: string): string {
  const inFence = /```[a-z]*\n([^`]*)```/u.exec(answer)?.[1] ?? answer;
  return inFence
    .trim()
    .replaceAll(/^["“]|["”]$/gu, '')
    .trim();
}
