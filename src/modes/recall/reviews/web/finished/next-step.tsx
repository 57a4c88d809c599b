import { useNavigate } from '@tanstack/react-router';

import { Button } from '#elements/web/button.tsx';
import { count, minutesOrHours } from '#elements/web/text/figures.ts';

import { readySets } from '../../../sets/domain/urgency.ts';
import type { Today } from '../../../sets/protocol.ts';
import { useBegin } from '../../../sets/web/use-begin.ts';

interface NextStepProps {
  /** Undefined while it is read. */
  readonly today: Today | undefined;
  /** The sets of the session whose title is shown above. */
  readonly setIds: readonly string[];
}

/** The step after a session: the next set with points that are ready, or Today. */
export function NextStep({ today, setIds }: NextStepProps) {
  const { begin, isBeginning } = useBegin();
  const navigate = useNavigate();
  const next = today && nextOf(today);
  const toToday = () => void navigate({ to: '/' });
  return (
    // Reserves the space until the counts are known.
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2">
      {today && (
        <div className="min-w-[min(100%,180px)] flex-1">
          <h2 className="font-serif text-lg leading-snug font-semibold [overflow-wrap:anywhere]">
            {next ? (
              <>
                Next: {setIds.length === 1 && setIds[0] === next.setId ? 'more of this set' : <bdi>{next.title}</bdi>}
              </>
            ) : (
              'Nothing else is due today'
            )}
          </h2>
          {next && <p className="text-sm text-ink-faint tabular-nums">{next.note}</p>}
        </div>
      )}
      {today && (
        <div className="ml-auto flex gap-2">
          <Button look={next ? 'quiet' : 'primary'} onClick={toToday}>
            Today
          </Button>
          {next && (
            <Button look="primary" isBusy={isBeginning} onClick={() => begin(next.setId)}>
              Begin
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** The first set with ready points; its time is its share of the total time. */
function nextOf({ sets, ready, minutes }: Today) {
  const [set] = readySets(sets);
  if (!set) return null;
  const points = set.today.due + set.today.fresh;
  const time = Math.max(1, Math.round((minutes * points) / Math.max(1, ready)));
  return { setId: set.id, title: set.title, note: `${count(points, 'point')} ready, about ${minutesOrHours(time)}` };
}
