import { useEffect, useRef } from 'react';

import { focusBack } from '#elements/web/focus/use-focus-kept.ts';
import { reloadNewest } from '#elements/web/page/page-version.ts';
import { useNow } from '#elements/web/page/use-now.ts';
import { dayAndTime } from '#elements/web/text/day-and-time.ts';
import { useIsWaiting } from '#http-client/web/use-is-waiting.ts';

import { useLiveClient } from './live-client-context.ts';
import { reloadWhenIdle } from './reload-when-idle.ts';
import { useConnectionStatus, useStoreProblem } from './use-session.ts';

interface ConnectionNoticeProps {
  /** The time at which the oldest answer on the page was stored; null if all came from the server. */
  readonly answersSeenAt: number | null;
}

/** One line while there is no connection, while a request waits for a server, or while the server cannot write. */
export function ConnectionNotice({ answersSeenAt }: ConnectionNoticeProps) {
  const client = useLiveClient();
  const status = useConnectionStatus();
  const storeProblem = useStoreProblem();
  const isWaiting = useIsWaiting();
  const isOutdated = status === 'outdated';
  useEffect(() => (isOutdated ? reloadWhenIdle((mayReload) => void reloadNewest(mayReload)) : undefined), [isOutdated]);
  if (isOutdated)
    return (
      <Line
        text="Warren was updated. Load the page again."
        addition="It loads by itself once nothing is being written."
      >
        <LineButton onClick={() => void reloadNewest()}>Load again</LineButton>
      </Line>
    );
  if (status === 'live' && storeProblem !== null)
    return <Line text={storeProblem} addition="What you write is kept." />;
  if (status === 'live' && isWaiting) return <Line text="Waiting for the server." addition="What you write is kept." />;
  if (status !== 'lost') return null;
  const seenAt = client.seenAt() ?? answersSeenAt;
  const kept = 'What you write is kept.';
  return (
    <Line
      text={seenAt === null ? `No connection. ${kept}` : `No connection. Last seen ${dayAndTime(seenAt)}.`}
      addition={
        <>
          {seenAt !== null && `${kept} `}
          <Countdown to={client.nextTryAt()} />
        </>
      }
    >
      <LineButton onClick={() => client.tryNow()}>Try now</LineButton>
    </Line>
  );
}

interface LineProps {
  readonly text: string;
  /** Omitted on a narrow page. */
  readonly addition?: React.ReactNode;
  readonly children?: React.ReactNode;
}

/** Exactly as high as the bottom margin of every page, so that nothing moves. */
function Line({ text, addition, children }: LineProps) {
  return (
    <div className="absolute inset-x-0 bottom-0 z-10 flex min-h-6 flex-wrap items-center justify-center gap-x-3 bg-sunken px-3 text-xs text-ink-soft">
      <p>
        <output>{text}</output> <span className="max-wide:hidden">{addition}</span>
      </p>
      {children}
    </div>
  );
}

function LineButton({ onClick, children }: { readonly onClick: () => void; readonly children: string }) {
  const before = useRef<EventTarget | null>(null);
  const isHeld = useRef(false);
  useEffect(
    () => () => {
      // The button is removed with the line and loses the focus.
      if (isHeld.current && (document.activeElement === document.body || document.activeElement === null))
        focusBack(before.current);
    },
    [],
  );
  return (
    <button
      type="button"
      onClick={onClick}
      onFocus={({ relatedTarget }) => {
        isHeld.current = true;
        before.current = relatedTarget ?? before.current;
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget !== null) isHeld.current = false;
      }}
      className="min-h-6 rounded-small px-2 font-medium text-accent-text underline-offset-2 hover:underline"
    >
      {children}
    </button>
  );
}

/** A countdown that screen readers skip: they would read it every second. */
function Countdown({ to }: { readonly to: number | null }) {
  const now = useNow(500);
  const seconds = to === null ? 0 : Math.ceil((to - now) / 1000);
  return (
    <span aria-hidden="true" className="tabular-nums">
      {seconds > 0 ? `Trying again in ${seconds} s.` : 'Trying again.'}
    </span>
  );
}
