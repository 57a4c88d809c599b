import { Link } from '@tanstack/react-router';

import { sessionPath } from '#session/web/session-path.ts';

import type { MomentOfPoint, RecallPoint, SourceOfPoint } from '../../protocol.ts';

const LINK =
  'rounded-small text-accent-text underline decoration-line-strong underline-offset-2 hover:decoration-current [overflow-wrap:anywhere]';

/**
 * Origin of a point: a source, or a moment in a session. Must come after the point, because its title can give the
 * point away.
 */
export function PointOrigin({ source, moment }: Pick<RecallPoint, 'source' | 'moment'>) {
  if (!source && !moment) return null;
  return (
    <p className="mt-0.5 text-sm text-ink-soft">
      From {source && <SourceLink source={source} />}
      {source && moment && ', '}
      {moment && <MomentLink moment={moment} />}
    </p>
  );
}

function SourceLink({ source: { sourceId, title, passage, sentence } }: { readonly source: SourceOfPoint }) {
  return (
    <Link
      to="/library/{-$sourceId}"
      params={{ sourceId }}
      {...(passage !== null && { hash: `p${passage}` })}
      dir="auto"
      title={sentence}
      className={LINK}
    >
      {title}
    </Link>
  );
}

/** `fix the flaky test, 14 November`, with a link to the message in the chat or the second of the recording. */
function MomentLink({ moment }: { readonly moment: MomentOfPoint }) {
  const { session, title, at, messageId, second, isGone } = moment;
  const hash = messageId ?? (second === null ? undefined : `second-${second}`);
  return (
    <>
      {session === null || isGone ? (
        <bdi>{title}</bdi>
      ) : (
        <Link to={sessionPath(session)} {...(hash !== undefined && { hash })} dir="auto" className={LINK}>
          {title}
        </Link>
      )}
      {`, ${dayOf(at)}`}
      {isGone && '. The session does not exist any more.'}
    </>
  );
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const WITH_YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

function dayOf(at: number): string {
  const day = new Date(at);
  return (day.getFullYear() === new Date().getFullYear() ? DAY : WITH_YEAR).format(day);
}
