import { Circle, CircleCheck, CircleDot } from 'lucide-react';

import type { Task } from '../../domain/shown/task-list.ts';

const STATES = {
  completed: { icon: CircleCheck, words: 'done', look: 'text-ink-faint', isStruck: true },
  in_progress: { icon: CircleDot, words: 'in progress', look: 'text-ink font-medium', isStruck: false },
  pending: { icon: Circle, words: 'to do', look: 'text-ink-soft', isStruck: false },
} as const;

/** The list of what Claude Code means to do, as it was after these calls. */
export function TodoList({ tasks }: { readonly tasks: readonly Task[] }) {
  return (
    <ul aria-label="Tasks" className="flex flex-col gap-1 px-2.5 py-1 text-sm">
      {tasks.map(({ words, status }, index) => {
        const { icon: Shape, look, isStruck, words: state } = STATES[status];
        return (
          // oxlint-disable-next-line react/no-array-index-key -- two may have the same words
          <li key={index} className={`flex items-start gap-2 ${look}`}>
            <Shape size={15} strokeWidth={1.7} aria-hidden="true" className="mt-[3px] flex-none" />
            <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
              <span className={isStruck ? 'line-through' : ''}>{words}</span>
              <span className="sr-only">, {state}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
