import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { Button } from '#elements/web/button.tsx';
import { dayName } from '#elements/web/text/day-name.ts';
import { count } from '#elements/web/text/figures.ts';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';
import { useKeptNotice } from '#library/from-conversations/web/use-kept-notice.ts';
import type { AddedSources } from '#library/sources/protocol.ts';
import type { TodayPart } from '#session/web/contribution/today-part.ts';
import { sessionPath } from '#session/web/session-path.ts';
import { useNotifyUndoable } from '#undo/web/use-undo.ts';

import { useRememberSession } from '../../running/web/remember-session.ts';
import type { EndedSessions } from '../protocol.ts';
import { endedQuery } from './queries.ts';

/** The part of Today that offers to keep the findings of ended sessions of Claude Code. */
export const terminalToday: TodayPart<EndedSessions> = {
  query: endedQuery,
  ready: () => ({ count: 0, words: '' }),
  view(ended) {
    const { day, sessions, idle } = ended;
    if (day === null || sessions.length === 0) return { firstStart: { cards: [] }, hasPrimary: false, cards: [], idle };
    return {
      hasPrimary: false,
      idle,
      cards: [{ title: titleOf({ ...ended, day }), content: <EndedList sessions={sessions} /> }],
    };
  },
};

/** `3 sessions ended yesterday: keep what they found out?` */
function titleOf({ total, day, isYesterday }: Pick<EndedSessions, 'total' | 'isYesterday'> & { day: string }) {
  const when = isYesterday ? 'yesterday' : `on ${dayName(day)}`;
  return `${count(total, 'session')} ended ${when}: keep what ${total === 1 ? 'it' : 'they'} found out?`;
}

type Ended = EndedSessions['sessions'][number];

/** Ended sessions of Claude Code, each with its last question and answer, to keep or to dismiss. */
function EndedList({ sessions }: Pick<EndedSessions, 'sessions'>) {
  return (
    <ul>
      {sessions.map((ended) => (
        <EndedRow key={ended.session} ended={ended} />
      ))}
    </ul>
  );
}

function EndedRow({ ended }: { readonly ended: Ended }) {
  const { session, title, questions, questionCount, answer } = ended;
  const more = questionCount - questions.length;
  const { keep, dismiss } = useOffer(ended);
  const remember = useRememberSession();
  const label = `ended-${session}`;
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 border-t border-line py-3 first:border-t-0">
      <div className="min-w-[min(100%,280px)] flex-1">
        <Link
          id={label}
          to={sessionPath(session)}
          hash="chat"
          dir="auto"
          title="Read the chat"
          className="underline decoration-line-strong underline-offset-4 [overflow-wrap:anywhere] hover:decoration-accent"
        >
          {title}
        </Link>
        <ul aria-label="Asked" className="mt-1 max-w-[72ch] text-sm text-ink-soft">
          {questions.map((question, index) => (
            // Two questions may be the same words.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} dir="auto" className="line-clamp-1 [overflow-wrap:anywhere]">
              {question}
            </li>
          ))}
          {more > 0 && <li className="text-ink-faint">and {more} more</li>}
        </ul>
        <p className="mt-1.5 line-clamp-2 max-w-[62ch] font-serif text-ink [overflow-wrap:anywhere]" dir="auto">
          <span className="sr-only">Answered last: </span>
          {answer}
        </p>
      </div>
      <span className="flex items-center gap-2 max-wide:-ml-3">
        <Button look="quiet" aria-describedby={label} isBusy={dismiss.isPending} onClick={() => dismiss.mutate()}>
          Dismiss
        </Button>
        {remember && (
          <Button look="quiet" aria-describedby={label} onClick={() => remember(ended)}>
            Remember
          </Button>
        )}
        <Button aria-describedby={label} isBusy={keep.isPending} onClick={() => keep.mutate()}>
          Keep
        </Button>
      </span>
    </li>
  );
}

function useOffer({ session, title }: Ended) {
  const queries = useQueryClient();
  const notifyKept = useKeptNotice();
  const toast = useToast();
  const notifyUndoable = useNotifyUndoable();
  const onError = (error: Error) => toast({ text: messageOf(error) });
  const onSettled = () => queries.invalidateQueries({ queryKey: endedQuery.queryKey });
  const keep = useMutation({
    mutationFn: () => api<AddedSources>('POST', `/api/terminals/${session}/keep`),
    async onSuccess({ results: [kept] }) {
      if (kept) await notifyKept(kept);
    },
    onError,
    onSettled,
  });
  const dismiss = useMutation({
    mutationFn: () => api<undefined>('POST', `/api/terminals/${session}/dismiss`),
    onSuccess: () => notifyUndoable({ text: `Dismissed: “${title}”` }),
    onError,
    onSettled,
  });
  return { keep, dismiss };
}
