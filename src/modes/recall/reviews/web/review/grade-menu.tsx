import { ChevronDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';

import { Menu, MENU_ITEM } from '#elements/web/menu.tsx';

import type { DisputedGrade } from '../../../scheduling/protocol.ts';
import { gradeChoices, gradeName } from './grade-words.ts';

interface GradeMenuProps {
  readonly grade: DisputedGrade;
  /** Names the point. */
  readonly labelledBy: string;
  readonly onChoose: (grade: DisputedGrade) => void;
}

/** A grade, and the choices to dispute it with. */
export function GradeMenu({ grade, labelledBy, onChoose }: GradeMenuProps) {
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
          aria-label={`Grade: ${gradeName(grade)}`}
          className="-mr-2 inline-flex min-h-[28px] shrink-0 items-center gap-1 rounded-small px-2 text-sm font-medium whitespace-nowrap transition-colors duration-(--fast) hover:bg-raised data-[state=open]:bg-raised"
        >
          {gradeName(grade)}
          <ChevronDown size={14} strokeWidth={1.6} aria-hidden="true" className="text-ink-faint" />
        </button>
      }
    >
      <DropdownMenu.Label className="px-3 pt-1 pb-1.5 text-xs text-ink-faint">What it should be</DropdownMenu.Label>
      <DropdownMenu.RadioGroup value={grade} onValueChange={choose}>
        {gradeChoices.map(({ grade: choice, name, note }) => (
          <DropdownMenu.RadioItem key={choice} value={choice} className={MENU_ITEM}>
            <span className="flex w-2 flex-none">
              <DropdownMenu.ItemIndicator className="size-2 rounded-full bg-accent" />
            </span>
            <span>{name}</span>
            <span className="ml-auto pl-4 text-xs text-ink-faint">{note}</span>
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </Menu>
  );
}
