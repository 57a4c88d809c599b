import { Circle, CircleCheck, CircleDot } from 'lucide-react';

import { fieldsOf, listIn, textIn } from '../../domain/shown/input-fields.ts';

const STATES = {
  completed: { icon: CircleCheck, words: 'done', look: 'text-ink-faint line-through' },
  in_progress: { icon: CircleDot, words: 'in progress', look: 'text-ink font-medium' },
  pending: { icon: Circle, words: 'to do', look: 'text-ink-soft' },
} as const;

/** The list of what Claude Code means to do, as it stood with this call. */
export function TodoList({ input }: { readonly input: unknown }) {
  const todos = listIn(fieldsOf(input), 'todos');
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {todos.map((todo, index) => {
        const status = textIn(todo, 'status');
        const state = status === 'completed' || status === 'in_progress' ? STATES[status] : STATES.pending;
        const Shape = state.icon;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- two may have the same words
          <li key={index} className={`flex items-start gap-2 ${state.look}`}>
            <Shape size={15} strokeWidth={1.7} aria-hidden="true" className="mt-[3px] flex-none no-underline" />
            <span dir="auto">
              {textIn(todo, 'content') ?? ''}
              <span className="sr-only">, {state.words}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
