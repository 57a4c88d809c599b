import type { ToolPart } from '../../protocol.ts';
import { fieldsOf, listIn, textIn } from './input-fields.ts';

export interface Task {
  /** Null if the list was written as a whole. */
  readonly id: string | null;
  readonly words: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
}

const CREATED = /^Task #(\S+) created/u;

export const isTaskCall = (name: string): boolean =>
  name === 'TodoWrite' || name === 'TaskCreate' || name === 'TaskUpdate';

/** Claude Code's list of tasks after a call. A call that does not change tasks returns the same list. */
export function tasksAfter(tasks: readonly Task[], { name, input, output, isError }: ToolPart): readonly Task[] {
  if (isError || !isTaskCall(name)) return tasks;
  const fields = fieldsOf(input);
  if (name === 'TodoWrite')
    return listIn(fields, 'todos').map((todo) => ({
      id: null,
      words: textIn(todo, 'content') ?? '',
      status: statusOf(textIn(todo, 'status')),
    }));
  if (name === 'TaskCreate') {
    const [, id] = CREATED.exec(output ?? '') ?? [];
    const words = textIn(fields, 'subject') ?? '';
    return id === undefined ? tasks : [...tasks, { id, words, status: 'pending' }];
  }
  const [id, status, subject] = ['taskId', 'status', 'subject'].map((field) => textIn(fields, field));
  if (status === 'deleted') return tasks.filter((task) => task.id !== id);
  return tasks.map((task) =>
    task.id === id
      ? { ...task, words: subject ?? task.words, status: status === undefined ? task.status : statusOf(status) }
      : task,
  );
}

const statusOf = (status: string | undefined): Task['status'] =>
  status === 'completed' || status === 'in_progress' ? status : 'pending';
