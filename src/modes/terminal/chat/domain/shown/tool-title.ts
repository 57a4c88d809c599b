import { fieldsOf, textIn } from './input-fields.ts';
import { questionsOf } from './questions.ts';

/** Input fields that name the subject of a call, the most telling first. */
const TELLING = [
  'command',
  'file_path',
  'notebook_path',
  'pattern',
  'path',
  'query',
  'url',
  'description',
  'skill',
  'subject',
  'prompt',
  'plan',
  'taskId',
];
const MAX_TITLE = 160;
/** Titles for tools whose names tell a reader little. */
const NAMES: Readonly<Record<string, string>> = {
  AskUserQuestion: 'Question',
  ExitPlanMode: 'Plan',
  TodoWrite: 'Tasks',
  TaskCreate: 'New task',
  TaskUpdate: 'Task',
};

const OF_WARREN = 'mcp__warren__';

/** Whether the name is that of a tool of Warren's own server. Another server can have been given that name. */
export const isWarrenTool = (name: string): boolean => name.startsWith(OF_WARREN) && name !== OF_WARREN;

/** The name of a tool: `mcp__server__tool` is the tool of a server. */
export function toolName(name: string): string {
  if (isWarrenTool(name)) return `Warren: ${name.slice(OF_WARREN.length)}`;
  const [isServed, server, ...tool] = name.split('__');
  return isServed === 'mcp' && tool.length > 0 ? `${server ?? ''}: ${tool.join('__')}` : (NAMES[name] ?? name);
}

/** The subject of a call, on one line; empty if its input names none. */
export function toolSubject(input: unknown): string {
  const fields = fieldsOf(input);
  const name = TELLING.find((each) => textIn(fields, each) !== undefined);
  const [asked] = questionsOf(input);
  const text = name === undefined ? (asked?.question ?? '') : (textIn(fields, name) ?? '');
  const [line = '', ...more] = text.trim().split('\n');
  const isCut = more.length > 0 || line.length > MAX_TITLE;
  return isCut ? `${line.slice(0, MAX_TITLE)} …` : line;
}

/** A path relative to a folder; anything else unchanged. */
export function inFolder(subject: string, folder = ''): string {
  const start = folder.endsWith('/') ? folder : `${folder}/`;
  return folder !== '' && subject.startsWith(start) ? subject.slice(start.length) : subject;
}

/** The number of calls of each tool, in the order of their first calls: `Read 3, Bash`. */
export function countedNames(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(toolName(name), (counts.get(toolName(name)) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} ${count}`)).join(', ');
}
