import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { count } from '#elements/web/text/figures.ts';
import { isTooLong } from '#session/web/composer/message-size.ts';

import { type ChangeComment, placeOf, wordsOf } from '../../domain/comment.ts';
import { commentsMessage } from '../../domain/comments-message.ts';
import { shownHunks } from '../../domain/shown-hunks.ts';
import { fileChangesQuery } from '../queries.ts';
import type { Comments } from './use-comments.ts';

interface SendCommentsProps {
  readonly session: string;
  readonly comments: Comments;
  readonly isPrimary: boolean;
  /** Types a message into the session, and calls back once the chat has it. */
  readonly onSend: (content: string, onTaken: () => void) => void;
}

const TOO_LONG = 'The comments are too long for one message. Remove some, or comment on fewer lines.';

/** The comments that wait, and the button that sends all of them as one message. */
export function SendComments({ session, comments, isPrimary, onSend }: SendCommentsProps) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const written = comments.all
    .filter((comment) => wordsOf(comment) !== '')
    .toSorted((one, other) => (one.path === other.path ? 0 : one.path < other.path ? -1 : 1));
  if (written.length === 0) return null;
  const hasChanged = async (comment: ChangeComment) => {
    const { path, since } = comment;
    // A file that cannot be read any more has no such lines.
    const answer = await queries
      .fetchQuery({ ...fileChangesQuery(session, since, path), staleTime: 0 })
      .catch(() => null);
    return (
      placeOf(
        comment,
        shownHunks(answer?.hunks ?? []).flatMap(({ lines }) => lines),
      ) === null
    );
  };
  const send = async () => {
    setBusy(true);
    const changed = await Promise.all(written.map(hasChanged));
    setBusy(false);
    const sent = written.map((comment, index) => ({ comment, hasChanged: changed[index] === true }));
    const content = commentsMessage(sent);
    if (isTooLong(content)) setProblem(TOO_LONG);
    else onSend(content, () => comments.remove(written.map(({ id }) => id)));
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
