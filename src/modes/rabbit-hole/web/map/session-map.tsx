import { Route } from 'lucide-react';
import { useRef } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { PanelButton } from '#elements/web/panel-button.tsx';
import { count } from '#elements/web/text/figures.ts';

import { timeIn } from '../../domain/rabbithole-state.ts';
import type { Visit } from '../../protocol.ts';
import { lasting } from '../words.ts';
import type { MapRow } from './map-rows.ts';

interface SessionMapProps {
  readonly rows: readonly MapRow[];
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** Earlier parts of the session are not loaded. */
  readonly hasOlder: boolean;
  readonly onLoadOlder: () => void;
  /** Goes to a message or line of the trunk. */
  readonly onGo: (id: string) => void;
  readonly onRead: (holeId: string) => void;
}

/** The trunk from its beginning with its visits: places can be opened, holes can be read. */
export function SessionMap({ rows, isOpen, onOpenChange, hasOlder, onLoadOlder, onGo, onRead }: SessionMapProps) {
  const hasGone = useRef(false);
  const go = (act: () => void) => () => {
    hasGone.current = true;
    onOpenChange(false);
    act();
  };
  return (
    <PanelButton
      label="Map of this session"
      icon={<Icon of={Route} />}
      title="Map of this session"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      onCloseAutoFocus={(event) => {
        // The focus has moved to the chosen place.
        if (hasGone.current) event.preventDefault();
        hasGone.current = false;
      }}
      className="flex max-h-[min(560px,calc(100dvh-80px))] flex-col p-3"
    >
      {hasOlder && (
        <Button look="quiet" className="self-start" onClick={onLoadOlder}>
          Draw what came before
        </Button>
      )}
      <ol className="text-sm">
        {rows.map((row, index) => {
          const place = { isFirst: index === 0 && !hasOlder, isLast: index === rows.length - 1 };
          return row.kind === 'exchange' ? (
            <li key={row.id} className="flex items-stretch">
              <Trunk {...place} hasDot />
              <button
                type="button"
                onClick={go(() => onGo(row.id))}
                className="flex min-h-[34px] min-w-0 flex-1 items-center rounded-small px-2 text-left text-ink-soft hover:bg-raised hover:text-ink"
              >
                <span className="sr-only">Go to </span>
                <span dir="auto" className="truncate">
                  {row.words}
                </span>
              </button>
            </li>
          ) : (
            <li key={row.id} className="flex items-stretch">
              <Trunk {...place} />
              <Fork />
              <button
                type="button"
                onClick={go(() => onGo(row.id))}
                className="min-w-0 flex-1 rounded-small px-2 py-1.5 text-left hover:bg-raised"
              >
                <span className="sr-only">Go to where you turned off: </span>
                <span dir="auto" className="line-clamp-2 font-[550] [overflow-wrap:anywhere] text-ink">
                  {row.hole.topic}
                </span>
                <span className="block text-xs text-ink-faint">{visitFigures(row.visit)}</span>
              </button>
              <Button
                look="quiet"
                className="self-center"
                aria-label={`Read: ${row.hole.topic}`}
                onClick={go(() => onRead(row.hole.id))}
              >
                Read
              </Button>
            </li>
          );
        })}
      </ol>
    </PanelButton>
  );
}

function visitFigures(visit: Visit): string {
  const { exitedAt, pointsRecalled } = visit;
  const time = exitedAt === null ? 'open' : lasting(timeIn(visit));
  return pointsRecalled > 0 ? `${time}, ${count(pointsRecalled, 'point')} recalled` : time;
}

interface TrunkProps {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly hasDot?: boolean;
}

/** A segment of the vertical line on the left; the segments of rows of any height join. */
function Trunk({ isFirst, isLast, hasDot = false }: TrunkProps) {
  return (
    <span aria-hidden="true" className="relative w-5 flex-none">
      <span
        className={`absolute left-[9px] w-0.5 bg-line-strong ${isFirst ? 'top-[17px]' : 'top-0'} ${isLast ? 'h-[17px]' : 'bottom-0'}`}
      />
      {hasDot && <span className="absolute top-[13px] left-[6px] size-2 rounded-full bg-ink-faint" />}
    </span>
  );
}

function Fork() {
  return (
    <svg
      width="26"
      height="34"
      viewBox="0 0 26 34"
      aria-hidden="true"
      data-mode="rabbit-hole"
      className="-ml-2.5 flex-none"
    >
      <path d="M0 2 C 0 14, 6 17, 16 17" fill="none" stroke="var(--line-strong)" strokeWidth="2" />
      <circle cx="20" cy="17" r="4.5" fill="var(--accent)" />
    </svg>
  );
}
