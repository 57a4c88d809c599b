import { Pencil, Trash2 } from 'lucide-react';
import { memo, useCallback } from 'react';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';

import type { RecallPoint } from '../../protocol.ts';
import { dueLabel } from '../when.ts';
import { PointEditor } from './point-editor.tsx';
import { useFocusAfter } from './use-focus-after.ts';
import type { PointText } from './use-points.ts';

interface PointRowProps {
  readonly point: RecallPoint;
  readonly number: number;
  readonly now: number;
  readonly showsAnswer: boolean;
  readonly isEditing: boolean;
  readonly onEdit: (pointId: string) => void;
  readonly onClose: () => void;
  readonly onSave: (pointId: string, point: PointText) => Promise<void>;
  readonly onRemove: (point: RecallPoint) => void;
}

/** Below this chance of recall a point is fading. */
const FADING = 0.8;

/** A point as a bar: how likely it would be recalled now, and when it is due. */
export const PointRow = memo(function PointRow(props: PointRowProps) {
  const { point, number, now, showsAnswer, isEditing, onEdit, onClose, onSave, onRemove } = props;
  const save = useCallback((text: PointText) => onSave(point.id, text), [onSave, point.id]);
  const editButton = useFocusAfter(isEditing);
  const name = `Point ${number}`;
  if (isEditing) return <PointEditor name={name} point={point} onSave={save} onClose={onClose} />;
  return (
    <div className="border-t border-line py-1.5">
      <div className="flex min-h-[34px] items-center gap-2 text-sm wide:gap-4">
        <span className="w-18 shrink-0 text-ink-soft tabular-nums">{name}</span>
        <Bar retrievability={point.retrievability} />
        <span className="w-18 shrink-0 wide:w-22 text-right text-ink-faint tabular-nums">
          {point.dueAt === null ? 'new' : dueLabel(point.dueAt, now)}
        </span>
        <span className="flex shrink-0">
          <IconButton label={`Edit point ${number}`} ref={editButton} onClick={() => onEdit(point.id)}>
            <Icon of={Pencil} />
          </IconButton>
          <IconButton label={`Delete point ${number}`} onClick={() => onRemove(point)}>
            <Icon of={Trash2} />
          </IconButton>
        </span>
      </div>
      {showsAnswer && (
        <div className="pb-2">
          {point.context !== '' && (
            <p className="text-xs text-ink-faint" dir="auto">
              {point.context}
            </p>
          )}
          <p
            dir="auto"
            className="max-w-[62ch] font-serif text-read leading-normal [overflow-wrap:anywhere] whitespace-pre-line"
          >
            {point.text}
          </p>
        </div>
      )}
    </div>
  );
});

function Bar({ retrievability }: { readonly retrievability: number | null }) {
  const percent = Math.round((retrievability ?? 0) * 100);
  const isFading = retrievability !== null && retrievability < FADING;
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture made of elements
      role="img"
      aria-label={
        retrievability === null ? 'never reviewed' : `${percent}% likely to be recalled${isFading ? ', fading' : ''}`
      }
      className="h-1.5 min-w-6 flex-1 overflow-hidden rounded-full bg-sunken"
    >
      <span
        className={`block h-full rounded-full ${isFading ? 'bg-warn' : 'bg-accent'}`}
        style={{ width: `${percent}%` }}
      />
    </span>
  );
}
