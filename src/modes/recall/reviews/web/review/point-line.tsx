import { ChevronDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useEffect, useId, useRef } from 'react';

import { Button } from '#elements/web/button.tsx';
import { FormulaWords } from '#elements/web/formula/formula-words.tsx';
import { Menu, MENU_ITEM } from '#elements/web/menu.tsx';
import { dueLabel } from '#elements/web/text/figures.ts';

import type { DisputedGrade } from '../../../scheduling/protocol.ts';
import { PointOrigin } from '../../../sets/web/from-source/point-origin.tsx';
import { PointWords } from '../../../sets/web/points/point-words.tsx';
import { basisOf, cueWords, gradeChoices, gradeName, reasonOf } from './grade-words.ts';
import type { ReviewedPoint } from './review-groups.ts';

interface PointLineProps {
  readonly point: ReviewedPoint;
  /** Its position in the session, from 1: shown while its text is hidden. */
  readonly number: number;
  /** The person's current day. */
  readonly today: string;
  readonly isShowing: boolean;
  readonly onShow: (pointId: string) => void;
  readonly onGrade: (grade: DisputedGrade) => void;
  /** Opens the conversation at the quote. */
  readonly onQuote: (point: ReviewedPoint) => void;
}

/** One point, possibly hidden: the credited words, the grade, and the due date. */
export function PointLine({ point, number, today, isShowing, onShow, onGrade, onQuote }: PointLineProps) {
  const id = useId();
  const { text, question, setTitle, source, moment, quote, messageId, reviewId, rating, originalRating, nextDueDay } =
    point;
  const reason = reasonOf(point);
  const back = nextDueDay === null ? null : `back ${dueLabel(nextDueDay, today)}`;
  const basis = [basisOf(point), back].filter((part) => part !== null).join(', ');
  const words = useRef<HTMLDivElement>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    // The button is gone, so the focus moves to the revealed text.
    if (wasAsked.current && text !== null) words.current?.focus();
  }, [text]);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t border-line py-3 first:border-t-0 last:pb-0">
      <div className="min-w-0">
        {text === null ? (
          <p className="flex flex-wrap items-center gap-x-2">
            <span id={id} className="text-ink-soft">
              Point {number}
            </span>
            <Button
              look="quiet"
              className="-my-1 -ml-2"
              aria-label={`Show point ${number}`}
              isBusy={isShowing}
              onClick={() => {
                wasAsked.current = true;
                onShow(point.pointId);
              }}
            >
              Show
            </Button>
          </p>
        ) : (
          <div ref={words} id={id} tabIndex={-1} className="outline-none">
            <PointWords point={{ text, question, pointId: point.pointId }} />
          </div>
        )}
        {setTitle !== null && (
          <p dir="auto" className="mt-0.5 text-sm text-ink-faint [overflow-wrap:anywhere]">
            {setTitle}
          </p>
        )}
        {quote !== null && quote !== '' && messageId !== null && (
          <p className="mt-0.5 text-sm text-ink-soft">
            You said{' '}
            <a
              href={`#${messageId}`}
              data-quote-of={point.pointId}
              onClick={(event) => {
                event.preventDefault();
                onQuote(point);
              }}
              title="Show it in the conversation"
              className="rounded-small text-accent-text underline decoration-line-strong underline-offset-2 hover:decoration-current [overflow-wrap:anywhere]"
            >
              “
              <bdi>
                <FormulaWords isInline text={quote} />
              </bdi>
              ”
            </a>{' '}
            {cueWords(point)}
          </p>
        )}
        <PointOrigin source={source} moment={moment} />
        {reason !== null && <p className="mt-0.5 text-sm text-ink-faint">{reason}</p>}
      </div>
      <div className="flex flex-col items-end text-sm">
        {reviewId !== null && <GradeMenu grade={rating ?? 'not-reviewed'} labelledBy={id} onChoose={onGrade} />}
        {reviewId === null && point.isUndecided && <Undecided labelledBy={id} onGrade={onGrade} />}
        {reviewId === null && !point.isUndecided && text !== null && UNGRADED.has(point.how) && (
          <GradeMenu grade={null} labelledBy={id} onChoose={onGrade} />
        )}
        {basis !== '' && <span className="text-right text-ink-faint tabular-nums max-wide:max-w-24">{basis}</span>}
        {originalRating !== null && rating !== originalRating && (
          <span className="text-xs text-ink-faint">was {gradeName(originalRating)}</span>
        )}
      </div>
    </li>
  );
}

/** Outcomes without a grade that the person can grade when the point is shown. */
const UNGRADED: ReadonlySet<ReviewedPoint['how']> = new Set(['left', 'not-asked', 'exposed']);

interface UndecidedProps {
  readonly labelledBy: string;
  readonly onGrade: (grade: DisputedGrade) => void;
}

/** The answers to a point that a card showed and nobody decided. */
function Undecided({ labelledBy, onGrade }: UndecidedProps) {
  return (
    <div className="flex flex-col items-end gap-1">
      <span className="flex gap-1.5 max-wide:flex-col">
        <Button className="min-h-[30px] px-2.5 py-0.5" aria-describedby={labelledBy} onClick={() => onGrade('good')}>
          I had it
        </Button>
        <Button
          look="quiet"
          className="min-h-[30px] px-2.5 py-0.5"
          aria-describedby={labelledBy}
          onClick={() => onGrade('again')}
        >
          Not quite
        </Button>
      </span>
    </div>
  );
}

interface GradeMenuProps {
  readonly grade: DisputedGrade | null;
  readonly labelledBy: string;
  readonly onChoose: (grade: DisputedGrade) => void;
}

function GradeMenu({ grade, labelledBy, onChoose }: GradeMenuProps) {
  const name = grade === null ? 'No grade' : gradeName(grade);
  const choose = (chosen: string) => {
    const known = gradeChoices.find((choice) => choice.grade === chosen);
    if (known && known.grade !== grade) onChoose(known.grade);
  };
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          aria-describedby={labelledBy}
          aria-label={`Grade: ${name}`}
          className="-mr-2 inline-flex min-h-[28px] shrink-0 items-center gap-1 rounded-small px-2 text-sm font-medium whitespace-nowrap transition-colors duration-(--fast) hover:bg-raised data-[state=open]:bg-raised"
        >
          {name}
          <ChevronDown size={14} strokeWidth={1.6} aria-hidden="true" className="text-ink-faint" />
        </button>
      }
    >
      <DropdownMenu.Label className="px-3 pt-1 pb-1.5 text-xs text-ink-faint">What it should be</DropdownMenu.Label>
      <DropdownMenu.RadioGroup value={grade ?? ''} onValueChange={choose}>
        {gradeChoices
          .filter((choice) => grade !== null || choice.grade !== 'not-reviewed')
          .map(({ grade: choice, name: words, note }) => (
            <DropdownMenu.RadioItem key={choice} value={choice} className={MENU_ITEM}>
              <span className="flex w-2 flex-none">
                <DropdownMenu.ItemIndicator className="size-2 rounded-full bg-accent" />
              </span>
              <span>{words}</span>
              <span className="ml-auto pl-4 text-xs text-ink-faint">{note}</span>
            </DropdownMenu.RadioItem>
          ))}
      </DropdownMenu.RadioGroup>
    </Menu>
  );
}
