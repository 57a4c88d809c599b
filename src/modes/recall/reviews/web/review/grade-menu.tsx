import { ChevronDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';

import type { DisputedGrade } from '../../../scheduling/protocol.ts';
import { gradeChoices, gradeName } from './grade-words.ts';

interface GradeMenuProps {
  readonly grade: DisputedGrade;
  /** Names the point. */
  readonly labelledBy: string;
  readonly onChoose: (grade: DisputedGrade) => void;
}

const ITEM =
  'flex min-h-[38px] cursor-pointer items-center gap-3 rounded-small px-3 outline-none data-[highlighted]:bg-raised';

/** A grade, and the choices to dispute it with. */
export function GradeMenu({ grade, labelledBy, onChoose }: GradeMenuProps) {
  const choose = (chosen: string) => {
    const known = gradeChoices.find((choice) => choice.grade === chosen);
    if (known && known.grade !== grade) onChoose(known.grade);
  };
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-describedby={labelledBy}
        aria-label={`Grade: ${gradeName(grade)}`}
        className="-mr-2 inline-flex min-h-[28px] shrink-0 items-center gap-1 rounded-small px-2 text-sm font-medium whitespace-nowrap transition-colors duration-(--fast) hover:bg-raised data-[state=open]:bg-raised"
      >
        {gradeName(grade)}
        <ChevronDown size={14} strokeWidth={1.6} aria-hidden="true" className="text-ink-faint" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={12}
          className="appear z-30 min-w-64 rounded-medium border border-line bg-surface p-1.5 shadow-float"
        >
          <DropdownMenu.Label className="px-3 pt-1 pb-1.5 text-xs text-ink-faint">What it should be</DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={grade} onValueChange={choose}>
            {gradeChoices.map(({ grade: choice, name, note }) => (
              <DropdownMenu.RadioItem key={choice} value={choice} className={ITEM}>
                <span className="flex w-2 flex-none">
                  <DropdownMenu.ItemIndicator className="size-2 rounded-full bg-accent" />
                </span>
                <span>{name}</span>
                <span className="ml-auto pl-4 text-xs text-ink-faint">{note}</span>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
