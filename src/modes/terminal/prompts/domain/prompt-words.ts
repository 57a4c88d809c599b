import { changeOf, changesLastEnd } from '../../chat/domain/shown/file-change.ts';
import { fieldsOf, textIn } from '../../chat/domain/shown/input-fields.ts';
import { type Question, questionsOf } from '../../chat/domain/shown/questions.ts';
import { toolName } from '../../chat/domain/shown/tool-title.ts';

/** Maximum length of an input in JSON; more than any notification shows. */
const MAX_INPUT = 2_000;
/** Fields of an input that its words cover, or that do not change what is done. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  Bash: ['command', 'description', 'timeout', 'run_in_background'],
  Edit: ['file_path', 'old_string', 'new_string'],
  MultiEdit: ['file_path', 'edits'],
  Write: ['file_path', 'content'],
};

/** Describes everything that a prompt asks for; null if words would omit something or are too long to read. */
export function wholeWords(name: string, input: unknown): string | null {
  const fields = fieldsOf(input);
  if (name === 'ExitPlanMode' || JSON.stringify(fields).length > MAX_INPUT) return null;
  const unsaid = Object.entries(fields).filter(([field, value]) => value !== false && !SAID[name]?.includes(field));
  if (SAID[name] && unsaid.length > 0) return null;
  if (name === 'Bash') return textIn(fields, 'command') ?? null;
  if (name === 'AskUserQuestion') return questionsOf(input).map(questionInWords).join('\n');
  if (changesLastEnd({ name, input })) return null;
  const change = changeOf({ name, input });
  if (change.length > 0) return [textIn(fields, 'file_path') ?? '', ...change.flatMap(({ lines }) => lines)].join('\n');
  const said = Object.entries(fields).map(
    ([field, value]) => `${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return [toolName(name), ...said].join('\n');
}

const questionInWords = ({ question, options }: Question) =>
  [
    question,
    ...options.map(({ label, description }) => (description === '' ? label : `${label}: ${description}`)),
  ].join('\n');
