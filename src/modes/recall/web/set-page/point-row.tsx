import { ChevronRight, Pencil, Trash2 } from 'lucide-react';
import { memo, useCallback, useId } from 'react';

import { Button, IconButton } from '#elements/web/button.tsx';
import { useFocusAfterClose } from '#elements/web/focus/use-focus-after-close.ts';
import { Icon } from '#elements/web/icon.tsx';
import { ExactText } from '#elements/web/text/exact-text.tsx';
import { dueLabel } from '#elements/web/text/figures.ts';

import type { RecallPoint } from '../../sets/protocol.ts';
import { PointOrigin } from '../../sets/web/from-source/point-origin.tsx';
import { PointEditor } from '../../sets/web/points/point-editor.tsx';
import { PointWords } from '../../sets/web/points/point-words.tsx';
import type { EditedPoint } from '../../sets/web/points/use-points.ts';
import { PointPanel } from '../../statistics/web/point-panel.tsx';

interface PointRowProps {
  readonly point: RecallPoint;
  readonly number: number;
  /** The person's current day. */
  readonly today: string;
  /** Its text is shown only on request. */
  readonly isHidden: boolean;
  readonly isMissed: boolean;
  /** Chances of recall are shown as bars if they differ. */
  readonly hasBar: boolean;
  readonly isOpen: boolean;
  readonly onToggle: (pointId: string) => void;
  readonly onAsk: (pointId: string) => void;
  readonly isEditing: boolean;
  readonly onEdit: (pointId: string) => void;
  readonly onClose: () => void;
  readonly onSave: (pointId: string, point: EditedPoint) => Promise<void>;
  readonly onRemove: (point: RecallPoint) => void;
  /** Null if no point can be selected. */
  readonly isSelected: boolean | null;
  readonly onSelect: (pointId: string, isRange: boolean) => void;
}

/** A point: its text or its question, its state in a word, and its due date. Expands to its history. */
export const PointRow = memo(function PointRow(props: PointRowProps) {
  const { point, number, today, isHidden, isMissed, hasBar, isOpen, isEditing } = props;
  const { onToggle, onAsk, onEdit, onClose, onSave, onRemove, isSelected, onSelect } = props;
  const save = useCallback((edited: EditedPoint) => onSave(point.id, edited), [onSave, point.id]);
  const editButton = useFocusAfterClose(isEditing);
  const panelId = useId();
  const name = `Point ${number}`;
  const due = point.dueDay === null ? null : dueLabel(point.dueDay, today);
  if (isEditing) return <PointEditor name={name} point={point} onSave={save} onClose={onClose} />;
  const isDue = due === 'today';
  const state = stateOf(point, { isMissed, isDue });
  const bar = hasBar && point.retrievability !== null && !isMissed && (
    <PointBar retrievability={point.retrievability} isDue={isDue} />
  );
  return (
    // The button that shows the text disappears when pressed, so the focus moves to the row.
    <div tabIndex={-1} className="border-t border-line py-1 outline-none">
      <div className="flex items-start gap-2 text-sm @max-[480px]:flex-wrap">
        {isSelected !== null && (
          <label className="flex size-[34px] shrink-0 items-center justify-center">
            <input
              type="checkbox"
              aria-label={`Select point ${number}`}
              checked={isSelected}
              // Change events have no modifier keys; click events of the pointer and of Space do.
              onClick={(event) => onSelect(point.id, event.shiftKey)}
              onChange={() => {}}
              className="size-4 accent-(--accent)"
            />
          </label>
        )}
        <button
          type="button"
          data-point={number}
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => onToggle(point.id)}
          className={`-ml-1 flex min-h-[34px] shrink-0 items-center gap-1 rounded-small text-left whitespace-nowrap text-ink-soft tabular-nums hover:text-ink`}
        >
          <span className={`transition-transform duration-(--fast) ${isOpen ? 'rotate-90' : ''}`}>
            <Icon of={ChevronRight} />
          </span>
          <span className="sr-only">{name}</span>
        </button>
        <div
          className={`min-w-0 flex-1 py-1 ${isSelected === null ? '@max-[480px]:basis-[calc(100%-40px)]' : '@max-[480px]:basis-[calc(100%-84px)]'}`}
        >
          <PointUnderHeading point={point} hiddenName={isHidden ? name : null} onAsk={onAsk} />
        </div>
        <span
          className={`flex min-h-[34px] shrink-0 gap-x-2 leading-tight whitespace-nowrap @max-[480px]:mr-auto @max-[480px]:items-center @min-[480px]:w-21 @min-[480px]:flex-col @min-[480px]:items-end @min-[480px]:justify-center ${isSelected === null ? '@max-[480px]:pl-5.5' : '@max-[480px]:pl-16'}`}
        >
          <span
            title={point.retrievability === null ? undefined : wordsOf(point.retrievability)}
            className={state === 'due' || state === 'missed' ? 'text-warn' : 'text-ink-soft'}
          >
            {state}
          </span>
          {due !== null && !isDue && state !== 'suspended' && (
            <span className="text-xs text-ink-faint tabular-nums">{due}</span>
          )}
          {bar && <span className="mt-1 w-16">{bar}</span>}
        </span>
        {isSelected === null && (
          <span className="-mr-2 flex shrink-0">
            <IconButton label={`Edit point ${number}`} ref={editButton} onClick={() => onEdit(point.id)}>
              <Icon of={Pencil} />
            </IconButton>
            <IconButton label={`Delete point ${number}`} onClick={() => onRemove(point)}>
              <Icon of={Trash2} />
            </IconButton>
          </span>
        )}
      </div>
      <div id={panelId}>
        {isOpen && (
          <>
            {!isHidden && <PointOrigin source={point.source} moment={point.moment} />}
            <PointPanel pointId={point.id} />
          </>
        )}
      </div>
    </div>
  );
});

function stateOf(point: RecallPoint, { isMissed, isDue }: { isMissed: boolean; isDue: boolean }): string {
  if (point.suspendedAt !== null) return 'suspended';
  if (point.retrievability === null) return 'new';
  return isMissed ? 'missed' : isDue ? 'due' : 'solid';
}

interface PointUnderHeadingProps {
  readonly point: RecallPoint;
  /** Its name while its text is hidden. */
  readonly hiddenName: string | null;
  readonly onAsk: (pointId: string) => void;
}

/**
 * Showing a point here is no exposure, unlike in a session's review: these are the person's own notes, which they also
 * see while writing, pasting, editing and splitting. Otherwise a new set could not be asked for on the day it was
 * created.
 */
function PointUnderHeading({ point, hiddenName, onAsk }: PointUnderHeadingProps) {
  const { context } = point;
  return (
    <>
      {context !== '' && (
        <p className="text-xs text-ink-faint" dir="auto">
          {context}
        </p>
      )}
      {hiddenName === null ? (
        <PointWords point={point} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 text-ink-soft">
          <ExactText text={point.question ?? hiddenName} className="max-w-[62ch]" />
          <Button
            look="quiet"
            className="-mx-3 min-h-[28px] py-0.5"
            aria-label={`Show ${hiddenName.toLowerCase()}`}
            onClick={() => onAsk(point.id)}
          >
            Show
          </Button>
        </div>
      )}
      {point.tags.length > 0 && (
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-ink-faint">
          <span className="sr-only">Tags:</span>
          {point.tags.map((tag) => (
            <span key={tag} dir="auto" className="[overflow-wrap:anywhere]">
              {tag}
            </span>
          ))}
        </p>
      )}
    </>
  );
}

interface PointBarProps {
  readonly retrievability: number;
  readonly isDue: boolean;
}

/** The current probability of recall. Due points are amber. */
function PointBar({ retrievability, isDue }: PointBarProps) {
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture made of elements
      role="img"
      aria-label={wordsOf(retrievability)}
      title={wordsOf(retrievability)}
      className="block h-1.5 w-full overflow-hidden rounded-full bg-sunken"
    >
      <span
        className={`block h-full rounded-full ${isDue ? 'bg-warn' : 'bg-accent'}`}
        style={{ width: `${percentOf(retrievability)}%` }}
      />
    </span>
  );
}

function percentOf(chance: number): number {
  return Math.round(chance * 100);
}

function wordsOf(retrievability: number): string {
  return `${percentOf(retrievability)}% likely to be recalled`;
}
