import { ChevronRight, Pencil, Trash2 } from 'lucide-react';
import { memo, useCallback, useId } from 'react';

import { Button, IconButton } from '#elements/web/button.tsx';
import { useFocusAfterClose } from '#elements/web/focus/use-focus-after-close.ts';
import { Icon } from '#elements/web/icon.tsx';
import { dueLabel } from '#elements/web/text/figures.ts';

import type { RecallPoint } from '../../sets/protocol.ts';
import { PointEditor } from '../../sets/web/points/point-editor.tsx';
import { PointWords } from '../../sets/web/points/point-words.tsx';
import type { EditedPoint } from '../../sets/web/points/use-points.ts';
import { PointPanel } from '../../statistics/web/point-panel.tsx';

interface PointRowProps {
  readonly point: RecallPoint;
  readonly number: number;
  /** The person's current day. */
  readonly today: string;
  readonly showsAnswer: boolean;
  readonly isMissed: boolean;
  readonly isOpen: boolean;
  /** Its text was requested; it is hidden again with the panel. */
  readonly isAsked: boolean;
  readonly onToggle: (pointId: string) => void;
  readonly onAsk: (pointId: string) => void;
  readonly isEditing: boolean;
  readonly onEdit: (pointId: string) => void;
  readonly onClose: () => void;
  readonly onSave: (pointId: string, point: EditedPoint) => Promise<void>;
  readonly onRemove: (point: RecallPoint) => void;
}

/** A point as a bar: probability of recall and due date. Opened, its history; on request, its text. */
export const PointRow = memo(function PointRow(props: PointRowProps) {
  const { point, number, today, showsAnswer, isMissed, isOpen, isAsked, isEditing } = props;
  const { onToggle, onAsk, onEdit, onClose, onSave, onRemove } = props;
  const save = useCallback((edited: EditedPoint) => onSave(point.id, edited), [onSave, point.id]);
  const editButton = useFocusAfterClose(isEditing);
  const panelId = useId();
  const name = `Point ${number}`;
  const due = point.dueDay === null ? null : dueLabel(point.dueDay, today);
  if (isEditing) return <PointEditor name={name} point={point} onSave={save} onClose={onClose} />;
  return (
    <div className="border-t border-line py-1">
      <div className="flex min-h-[34px] items-center gap-2 text-sm">
        <button
          type="button"
          data-point={number}
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => onToggle(point.id)}
          className="-ml-1 flex min-h-[34px] w-19 shrink-0 items-center gap-1 rounded-small text-left whitespace-nowrap text-ink-soft tabular-nums hover:text-ink"
        >
          <span className={`transition-transform duration-(--fast) ${isOpen ? 'rotate-90' : ''}`}>
            <Icon of={ChevronRight} />
          </span>
          {name}
        </button>
        {point.retrievability === null ? (
          <span className="flex-1" />
        ) : (
          <PointBar retrievability={point.retrievability} isMissed={isMissed} isDue={due === 'today'} />
        )}
        <span className="w-21 shrink-0 text-right whitespace-nowrap text-ink-faint tabular-nums">{due ?? 'new'}</span>
        <span className="-mr-2 flex shrink-0">
          <IconButton label={`Edit point ${number}`} ref={editButton} onClick={() => onEdit(point.id)}>
            <Icon of={Pencil} />
          </IconButton>
          <IconButton label={`Delete point ${number}`} onClick={() => onRemove(point)}>
            <Icon of={Trash2} />
          </IconButton>
        </span>
      </div>
      <div id={panelId}>
        {isOpen ? (
          <OpenPoint point={point} showsText={showsAnswer || isAsked} onAsk={onAsk} />
        ) : (
          showsAnswer && <PointUnderHeading point={point} />
        )}
      </div>
    </div>
  );
});

interface OpenPointProps {
  readonly point: RecallPoint;
  readonly showsText: boolean;
  readonly onAsk: (pointId: string) => void;
}

/**
 * Showing a point here is no exposure, unlike in a session's review: these are the person's own notes, which they
 * also see while writing, pasting, editing and splitting. Otherwise a set could not be asked for on the day it was
 * made.
 */
function OpenPoint({ point, showsText, onAsk }: OpenPointProps) {
  return (
    <>
      {showsText ? (
        <PointUnderHeading point={point} />
      ) : (
        <Button look="quiet" className="-ml-3" onClick={() => onAsk(point.id)}>
          Show the text
        </Button>
      )}
      <PointPanel pointId={point.id} />
    </>
  );
}

function PointUnderHeading({ point }: { readonly point: RecallPoint }) {
  const { context } = point;
  return (
    <div className="pb-2">
      {context !== '' && (
        <p className="text-xs text-ink-faint" dir="auto">
          {context}
        </p>
      )}
      <PointWords point={point} />
    </div>
  );
}

interface PointBarProps {
  readonly retrievability: number;
  /** Missed today: a probability of recall would only show that it was just read. */
  readonly isMissed: boolean;
  readonly isDue: boolean;
}

/** The current probability of recall. Due points are amber. */
function PointBar({ retrievability, isMissed, isDue }: PointBarProps) {
  const chance = isMissed ? null : retrievability;
  const words = wordsOf({ retrievability, isMissed, isDue });
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture made of elements
      role="img"
      aria-label={words}
      title={words}
      className={`h-1.5 min-w-6 flex-1 overflow-hidden rounded-full ${isMissed ? 'border border-dashed border-line-strong' : 'bg-sunken'}`}
    >
      {chance !== null && (
        <span
          className={`block h-full rounded-full ${isDue ? 'bg-warn' : 'bg-accent'}`}
          style={{ width: `${percentOf(chance)}%` }}
        />
      )}
    </span>
  );
}

function percentOf(chance: number): number {
  return Math.round(chance * 100);
}

function wordsOf({ retrievability, isMissed, isDue }: PointBarProps): string {
  if (isMissed) return 'missed today';
  return `${percentOf(retrievability)}% likely to be recalled${isDue ? ', fading' : ''}`;
}
