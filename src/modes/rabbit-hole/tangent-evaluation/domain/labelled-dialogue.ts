import { z } from 'zod';

import type { DetectorMessage } from '../../domain/detection.ts';

const FIRST_TURN = -1;

/** A talk of two, with where its topic changes. */
const labelledDialogue = z.object({
  id: z.string().min(1),
  turns: z
    .array(
      z.object({
        text: z.string(),
        /** 1 where the topic changes with this turn, 0 where it does not, -1 in the first turn. */
        shift: z.union([z.literal(1), z.literal(0), z.literal(FIRST_TURN)]),
      }),
    )
    .min(1),
});
export type LabelledDialogue = z.infer<typeof labelledDialogue>;

/** The file cannot be measured on as it is: says where and why. */
export class LabelledDialoguesError extends Error {
  override readonly name = 'LabelledDialoguesError';
}

/** Reads one JSON object a line. Throws a LabelledDialoguesError that names the line and the field at fault. */
export function readLabelledDialogues(text: string): readonly LabelledDialogue[] {
  const lineOf = new Map<string, number>();
  const dialogues: LabelledDialogue[] = [];
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (raw.trim() === '') continue;
    const line = index + 1;
    const dialogue = readLine(raw, line);
    const earlier = lineOf.get(dialogue.id);
    if (earlier !== undefined)
      throw new LabelledDialoguesError(
        `Line ${line}, field "id": "${dialogue.id}" was used in line ${earlier} already.`,
      );
    lineOf.set(dialogue.id, line);
    dialogues.push(dialogue);
  }
  if (scoredTurnsOf(dialogues).length === 0) throw new LabelledDialoguesError('There is no turn to be scored in it.');
  return dialogues;
}

function readLine(raw: string, line: number): LabelledDialogue {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    throw new LabelledDialoguesError(`Line ${line} is not JSON.`);
  }
  const read = labelledDialogue.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = issue?.path.join('.') ?? '';
  if (field === '') throw new LabelledDialoguesError(`Line ${line} is not an object.`);
  const choice = field.endsWith('.shift') ? ' It is 1, 0 or -1.' : '';
  throw new LabelledDialoguesError(`Line ${line}, field "${field}": ${problemIn(value, issue?.path ?? [])}.${choice}`);
}

function problemIn(value: unknown, path: readonly PropertyKey[]): string {
  let at: unknown = value;
  for (const key of path) at = typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : at;
  if (at === undefined) return 'it is missing';
  return `${(JSON.stringify(at) ?? 'this').slice(0, 60)} cannot stand there`;
}

/** A turn that is judged, with all that was said up to it. */
export interface ScoredTurn {
  readonly dialogue: string;
  /** Its place in the dialogue, from 0. */
  readonly turn: number;
  readonly shift: 0 | 1;
  /** Two take turns, and whoever says this one is the person. */
  readonly messages: readonly DetectorMessage[];
}

/** Every turn but those that begin. */
export function scoredTurnsOf(dialogues: readonly LabelledDialogue[]): readonly ScoredTurn[] {
  return dialogues.flatMap(({ id, turns }) =>
    turns.flatMap(({ shift }, turn) => {
      if (shift === FIRST_TURN) return [];
      const messages = turns.slice(0, turn + 1).map(({ text }, index): DetectorMessage => {
        return { author: (turn - index) % 2 === 0 ? 'person' : 'assistant', content: text };
      });
      return [{ dialogue: id, turn, shift, messages }];
    }),
  );
}
