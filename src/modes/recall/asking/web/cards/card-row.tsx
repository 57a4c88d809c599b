import { Check } from 'lucide-react';
import { useId } from 'react';

import { Button } from '#elements/web/button.tsx';
import { FormulaWords } from '#elements/web/formula/formula-words.tsx';
import { Icon } from '#elements/web/icon.tsx';

import { PointWords } from '../../../sets/web/points/point-words.tsx';
import type { CompareCard } from '../../protocol.ts';
import type { RowChoice } from './choices.ts';

interface CardRowProps {
  readonly row: CompareCard['rows'][number];
  /** The current choice; null while the row is open. */
  readonly choice: RowChoice | null;
  /** Chooses, or with null reopens the row. Absent if the row can no longer change. */
  readonly onChoose?: ((choice: RowChoice | null) => void) | undefined;
  /** Its card waits for an answer: the row can be focused, and has keys while it is the current one. */
  readonly isWaiting: boolean;
  readonly isCurrent: boolean;
}

/** A point beside the person's words, and whether they had it. */
export function CardRow(props: CardRowProps) {
  const { row, choice, isWaiting, isCurrent } = props;
  const id = useId();
  return (
    <li className="border-t border-line first:border-t-0">
      <fieldset
        // Keys focus the row itself; the pointer and Tab reach its buttons.
        tabIndex={isWaiting ? (isCurrent ? 0 : -1) : undefined}
        data-card-row={row.pointId}
        aria-labelledby={`${id}-point`}
        aria-describedby={`${id}-words ${id}-state`}
        className={`-mx-2.5 grid grid-cols-[17px_minmax(0,1fr)] gap-x-3 rounded-small px-2.5 py-3.5 -outline-offset-2 wide:grid-cols-[17px_minmax(0,1fr)_auto] ${isCurrent ? 'bg-accent-soft' : ''}`}
      >
        <span aria-hidden="true" className="pt-1 text-accent">
          {choice?.isRecalled && <Icon of={Check} />}
        </span>
        <div className="min-w-0">
          <div id={`${id}-point`}>
            <PointWords point={row} />
          </div>
          <p id={`${id}-words`} className="mt-0.5 text-sm text-ink-soft [overflow-wrap:anywhere]">
            {row.quote !== '' && (
              <>
                You wrote “
                <bdi>
                  <FormulaWords isInline text={row.quote} />
                </bdi>
                ”
              </>
            )}
            {row.counts && choice?.isRecalled !== false && (
              <span className="block text-xs text-ink-faint">
                “I had it” counts as {row.counts === 'again' ? 'Again' : 'Hard'} after this help.
              </span>
            )}
          </p>
          <span id={`${id}-state`} className="sr-only">
            {stateWords(choice)}
          </span>
        </div>
        <div className="max-wide:col-start-2 max-wide:mt-2.5">
          <Answers {...props} describedBy={`${id}-point`} />
        </div>
      </fieldset>
    </li>
  );
}

/** The two answers while they can be chosen; afterwards the choice. */
function Answers({ row, choice, onChoose, isWaiting, isCurrent, describedBy }: CardRowProps & { describedBy: string }) {
  const isEasy = choice?.isEasy === true;
  // Easy is not offered after help, nor for a point that was shown without an attempt.
  const easy = onChoose && row.counts === undefined && (
    <QuietButton
      isPressed={isEasy}
      describedBy={describedBy}
      // Its space is reserved, so that no row changes its height.
      isShown={!isWaiting || isCurrent || isEasy}
      onClick={() => onChoose({ isRecalled: true, isEasy: !isEasy })}
    >
      It was easy
    </QuietButton>
  );
  if (!onChoose || (!isWaiting && choice !== null))
    return (
      <div className="flex items-center gap-x-1 text-sm text-ink-soft wide:flex-col wide:items-end">
        <span className="wide:pt-1">
          {choice === null ? 'Left open' : choice.isRecalled ? 'You had it' : 'Not quite'}
        </span>
        {onChoose && choice?.isRecalled && (
          <span className="flex wide:-mr-2.5">
            <QuietButton describedBy={describedBy} onClick={() => onChoose({ isRecalled: false })}>
              Not quite
            </QuietButton>
            {easy}
          </span>
        )}
      </div>
    );
  const answer = (isRecalled: boolean) => {
    const isChosen = choice?.isRecalled === isRecalled;
    // A ticked row stays decided; any other row can be reopened.
    const next = isChosen && !(isRecalled && row.isCertain) ? null : { isRecalled };
    return (
      <Button
        look={isChosen ? 'primary' : isRecalled ? 'outlined' : 'quiet'}
        className="min-h-[30px] px-2.5 py-0.5 max-wide:min-h-11 max-wide:flex-1"
        aria-pressed={isChosen}
        aria-describedby={describedBy}
        onClick={() => onChoose(next)}
      >
        {isRecalled ? 'I had it' : 'Not quite'}
        <KeyMark isShown={isCurrent}>{isRecalled ? '1' : '2'}</KeyMark>
      </Button>
    );
  };
  return (
    <div className="flex items-center gap-1.5 wide:flex-col wide:items-end wide:gap-0">
      <span className="flex gap-1.5 max-wide:flex-1">
        {answer(true)}
        {answer(false)}
      </span>
      {isWaiting && easy}
    </div>
  );
}

function stateWords(choice: RowChoice | null): string {
  if (choice === null) return 'Not decided.';
  if (!choice.isRecalled) return 'Not quite.';
  return choice.isEasy ? 'You had it, and it was easy.' : 'You had it.';
}

interface QuietButtonProps {
  readonly isPressed?: boolean;
  readonly describedBy: string;
  readonly isShown?: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

function QuietButton({ isPressed, describedBy, isShown = true, onClick, children }: QuietButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      aria-describedby={describedBy}
      onClick={onClick}
      className={`min-h-7 shrink-0 rounded-small max-wide:min-h-11 px-2.5 text-xs text-ink-soft hover:text-ink aria-pressed:text-accent-text aria-pressed:underline aria-pressed:underline-offset-4 ${isShown ? '' : 'invisible'}`}
    >
      {children}
    </button>
  );
}

export function KeyMark({ isShown = true, children }: { readonly isShown?: boolean; readonly children: string }) {
  return (
    <span
      aria-hidden="true"
      className={`text-xs font-normal tabular-nums opacity-80 max-wide:hidden ${isShown ? '' : 'invisible'}`}
    >
      {children}
    </span>
  );
}
