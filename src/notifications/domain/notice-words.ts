import type { NoticePrompt } from '#session/domain/activity.ts';
import { hidesNothing } from '#text/domain/hidden-characters.ts';

import type { NoticeKind, ShownNotice } from '../protocol.ts';

interface OfSession {
  readonly session: string;
  readonly title: string;
  /** The latest text of the session; null where it may not be quoted. */
  readonly words: string | null;
  /** The prompt that the session waits with. */
  readonly prompt?: NoticePrompt | null;
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
/** Maximum length that the notifications of all systems show completely. */
const MAX_WHOLE = 160;
const MAX_LINES = 4;
const MAX_BUTTON = 30;
/** Maximum number of buttons that systems show. */
const MAX_ANSWERS = 2;

/** The notice of a session. Later notices of the same session replace it. */
export function sessionNotice(kind: keyof typeof WORDS, { session, title, words, prompt }: OfSession): ShownNotice {
  const said = words === null || kind === 'answered' ? '' : (prompt?.words ?? words);
  return {
    kind,
    title: WORDS[kind](title.slice(0, MAX_TITLE).toWellFormed()),
    body: said.slice(0, MAX_WORDS).toWellFormed(),
    tag: session,
    path: prompt?.path ?? `/session/${session}`,
    isSilent: kind === 'answered',
    ...(words !== null &&
      prompt &&
      canAnswer(prompt) && { answers: { path: prompt.answerPath, offered: prompt.answers } }),
  };
}

/** A person must have read the whole prompt before they can allow it with a button. */
function canAnswer({ words, answers }: NoticePrompt): boolean {
  const isWhole = words !== null && words.length <= MAX_WHOLE && words.split('\n').length <= MAX_LINES;
  const fit = answers.length > 0 && answers.length <= MAX_ANSWERS;
  return (
    isWhole &&
    fit &&
    [words, ...answers.map(({ title }) => title)].every(hidesNothing) &&
    answers.every(({ title }) => title.length <= MAX_BUTTON)
  );
}

/** `name` is null where it may not be quoted. */
export function importNotice({ path, hasFailed, name }: Imported): ShownNotice {
  const end = hasFailed === 'in-part' ? 'done in part' : 'done';
  const title = hasFailed === true ? 'Your import has failed' : `Your import is ${end}`;
  const body = (name ?? '').slice(0, MAX_WORDS).toWellFormed();
  return { kind: 'imported', title, body, tag: `import ${path}`, path, isSilent: false };
}

interface Imported {
  readonly path: string;
  readonly hasFailed: boolean | 'in-part';
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
