import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { count } from '#elements/web/text/figures.ts';
import { isTooLong } from '#session/web/composer/message-size.ts';

import { type ChangeComment, placedIn, wordsOf } from '../../domain/comment.ts';
import { commentsMessage, type SentComment } from '../../domain/comments-message.ts';
import { shownHunks, type ShownLine } from '../../domain/shown-hunks.ts';
import { fileChangesQuery } from '../queries.ts';
import type { Comments } from './use-comments.ts';

/** Types a message into the session. The chat calls `content` when it takes the message; null means there is none. */
export type SayInChat = (content: () => string | null) => void;

interface SendCommentsProps {
  readonly session: string;
  readonly comments: Comments;
  readonly isPrimary: boolean;
  readonly onSend: SayInChat;
}

const TOO_LONG = 'The comments are too long for one message. Remove some, or comment on fewer lines.';

/** The unsent comments, with a button that sends all of them as one message. */
export function SendComments({ session, comments, isPrimary, onSend }: SendCommentsProps) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const written = inOrder(comments.all);
  if (written.length === 0) return null;
  const linesNow = async ({ path, since }: ChangeComment) => {
    // A file that cannot be read has no lines.
    const answer = await queries
      .fetchQuery({ ...fileChangesQuery(session, since, path), staleTime: 0 })
      .catch(() => null);
    return shownHunks(answer?.hunks ?? []).flatMap(({ lines }) => lines);
  };
  const send = async () => {
    setBusy(true);
    const shown = new Map(
      await Promise.all(written.map(async (comment) => [comment.id, await linesNow(comment)] as const)),
    );
    setBusy(false);
    // Since the request, comments can have been edited here or sent from another window.
    const latest = () => inOrder(comments.latest()).filter(({ id }) => shown.has(id));
    const isLong = isTooLong(commentsMessage(latest().map((comment) => asSent(comment, shown))));
    setProblem(isLong ? TOO_LONG : null);
    if (isLong) return;
    onSend(() => {
      const sent = latest();
      comments.remove(sent.map(({ id }) => id));
      return sent.length === 0 ? null : commentsMessage(sent.map((comment) => asSent(comment, shown)));
    });
  };
  const files = new Set(written.map(({ path }) => path)).size;
  return (
    <div
      data-bar
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2.5 wide:px-5"
    >
      <span className="text-xs text-ink-soft">
        {count(written.length, 'comment')} on {count(files, 'file')}
      </span>
      {problem !== null && (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
      <Button className="ml-auto" look={isPrimary ? 'primary' : 'outlined'} isBusy={isBusy} onClick={() => void send()}>
        Send comments
      </Button>
    </div>
  );
}

/** Comments that have text, by file. */
const inOrder = (comments: readonly ChangeComment[]) =>
  comments
    .filter((comment) => wordsOf(comment) !== '')
    .toSorted((one, other) => (one.path === other.path ? 0 : one.path < other.path ? -1 : 1));

function asSent(comment: ChangeComment, shown: ReadonlyMap<string, readonly ShownLine[]>): SentComment {
  const placed = placedIn(comment, shown.get(comment.id) ?? []);
  return { comment: placed?.comment ?? comment, hasChanged: placed === null };
}
