import { type KeyboardEvent, useEffect, useRef } from 'react';

import { Button } from '#elements/web/button.tsx';
import { isBlank } from '#kernel/clean-text.ts';

import type { ChangeComment } from '../../domain/comment.ts';
import { linesInWords } from '../../domain/shown-hunks.ts';
import type { Comments } from './use-comments.ts';

interface CommentCardProps {
  readonly comment: ChangeComment;
  readonly comments: Comments;
  /** Whether its lines are not visible. */
  readonly isApart?: boolean;
  /** Called when the comment is closed, to move the focus back to its line. */
  readonly onClosed: () => void;
}

/** A comment between the lines of a diff, or the field to edit it. */
export function CommentCard({ comment, comments, isApart = false, onClosed }: CommentCardProps) {
  const { id, draft, text, lines } = comment;
  const place = linesInWords(lines);
  return (
    <section
      aria-label={`Comment on ${place}`}
      className="my-2 mr-4 ml-4 rounded-medium border border-line-strong bg-surface px-3.5 py-2.5 font-sans text-base wide:ml-14"
    >
      {isApart && (
        <blockquote className="mb-2 max-h-[9lh] overflow-y-auto border-l-2 border-line-strong pl-2 font-mono text-xs whitespace-pre-wrap text-ink-soft [overflow-wrap:anywhere]">
          {lines.map((line) => line.text).join('\n')}
        </blockquote>
      )}
      {draft === null ? (
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {text}
        </p>
      ) : (
        <CommentField comment={comment} comments={comments} onClosed={onClosed} />
      )}
      <div className="mt-1.5 flex flex-wrap items-center gap-2">
        <span className="mr-auto text-xs text-ink-faint">{place}</span>
        {draft === null ? (
          <>
            <Button look="quiet" className={SMALL} onClick={() => comments.change(id, { draft: text })}>
              Edit
            </Button>
            <Button
              look="quiet"
              className={SMALL}
              onClick={() => {
                comments.remove([id]);
                onClosed();
              }}
            >
              Remove
            </Button>
          </>
        ) : (
          <>
            <Button
              look="quiet"
              className={SMALL}
              onClick={() => {
                close(comment, comments);
                onClosed();
              }}
            >
              Cancel
            </Button>
            <Button
              className={SMALL}
              disabled={isBlank(draft)}
              onClick={() => {
                comments.change(id, { text: draft.trim(), draft: null });
                onClosed();
              }}
            >
              Keep
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

const SMALL = 'min-h-[28px] px-2.5 py-0.5';

/** Discards an edit. A comment that was never saved is removed. */
function close({ id, text }: ChangeComment, comments: Comments): void {
  if (text === '') comments.remove([id]);
  else comments.change(id, { draft: null });
}

function CommentField({ comment, comments, onClosed }: Omit<CommentCardProps, 'isApart'>) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { id, draft } = comment;
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    // Scrolls the buttons into view as well.
    field.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const words = (draft ?? '').trim();
    const isKept = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && words !== '';
    // A key never discards changed text.
    if (!isKept && (event.key !== 'Escape' || words !== comment.text)) return;
    event.preventDefault();
    event.stopPropagation();
    if (isKept) comments.change(id, { text: words, draft: null });
    else close(comment, comments);
    onClosed();
  };
  return (
    <textarea
      ref={field}
      aria-label={`Your comment on ${linesInWords(comment.lines)}`}
      placeholder="What should change here?"
      dir="auto"
      rows={2}
      value={draft ?? ''}
      onChange={({ target }) => comments.change(id, { draft: target.value })}
      onKeyDown={onKeyDown}
      className="field-sizing-content max-h-[40dvh] min-h-[2lh] w-full resize-none bg-transparent outline-offset-4"
    />
  );
}
