import type { NoticeKind, ShownNotice } from '../protocol.ts';

interface OfSession {
  readonly session: string;
  readonly title: string;
  /** The latest words of the session; null where they may not be told. */
  readonly words: string | null;
}

const WORDS: Readonly<Record<Exclude<NoticeKind, 'due' | 'imported'> | 'answered', (title: string) => string>> = {
  waits: (title) => `${title} needs you`,
  finished: (title) => `${title} has finished`,
  failed: (title) => `${title} has failed`,
  answers: (title) => `${title} has an answer`,
  answered: (title) => `${title}: answered`,
};

const MAX_TITLE = 120;
const MAX_WORDS = 400;

/** The notice of a session. Later ones of the same session replace it. */
export function sessionNotice(kind: keyof typeof WORDS, { session, title, words }: OfSession): ShownNotice {
  return {
    kind,
    title: WORDS[kind](title.slice(0, MAX_TITLE).toWellFormed()),
    body: kind === 'answered' ? '' : (words ?? '').slice(0, MAX_WORDS).toWellFormed(),
    tag: session,
    path: `/session/${session}`,
    isSilent: kind === 'answered',
  };
}

/** `name` is null where it may not be told. */
export function importNotice({ path, hasFailed, name }: Imported): ShownNotice {
  const title = hasFailed ? 'Your import has failed' : 'Your import is done';
  const body = (name ?? '').slice(0, MAX_WORDS).toWellFormed();
  return { kind: 'imported', title, body, tag: `import ${path}`, path, isSilent: false };
}

interface Imported {
  readonly path: string;
  readonly hasFailed: boolean;
  readonly name: string | null;
}

export function dueNotice(count: number): ShownNotice {
  const title = count === 1 ? '1 point is ready' : `${count} points are ready`;
  return { kind: 'due', title, body: '', tag: 'due', path: '/', isSilent: false };
}

export const TEST_NOTICE: ShownNotice = {
  kind: 'test',
  title: 'Warren reaches this device',
  body: 'This is the test that you asked for.',
  tag: 'test',
  path: '/settings/notifications',
  isSilent: false,
};
