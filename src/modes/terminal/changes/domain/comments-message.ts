import { type ChangeComment, wordsOf } from './comment.ts';
import { linesInWords } from './shown-hunks.ts';

const SIGNS = { same: ' ', removed: '-', added: '+' } as const;

export interface SentComment {
  readonly comment: ChangeComment;
  /** Whether the file no longer contains the quoted lines. */
  readonly hasChanged: boolean;
}

/** One message with all comments. Each quotes its lines word for word. */
export function commentsMessage(comments: readonly SentComment[]): string {
  // Begins with a word, so that a path cannot be read as a command.
  const head = comments.length === 1 ? 'A comment on the changes:' : 'Comments on the changes:';
  return [head, ...comments.map(inWords)].join('\n\n');
}

function inWords({ comment, hasChanged }: SentComment): string {
  const { path, lines } = comment;
  const changed = hasChanged ? ' (these lines have changed since)' : '';
  const quote = lines.map(({ kind, text, isCut }) => `> ${SIGNS[kind]}${text && ` ${text}`}${isCut ? '…' : ''}`);
  return [`${path}, ${linesInWords(lines)}${changed}:`, ...quote, '', wordsOf(comment)].join('\n');
}
