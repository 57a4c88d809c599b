import { z } from 'zod';

import { LabelledDataError, readLabelledLines } from '#kernel/labelled-lines.ts';

import type { DetectorMessage } from '../../domain/detection.ts';

const FIRST_TURN = -1;

/** A dialogue of two, with labelled topic changes. */
const labelledDialogue = z.object({
  id: z.string().min(1),
  turns: z
    .array(
      z.object({
        text: z.string(),
        /** 1 if the topic changes with this turn, else 0. Meaningless for a first turn, usually -1. */
        shift: z.union([z.literal(1), z.literal(0), z.literal(FIRST_TURN)]),
      }),
    )
    .min(1)
    .superRefine((turns, context) => {
      for (const [turn, { shift }] of turns.entries())
        if (turn > 0 && shift === FIRST_TURN)
          context.addIssue({ code: 'custom', path: [turn, 'shift'], message: 'only a first turn has no label' });
    }),
});
export type LabelledDialogue = z.infer<typeof labelledDialogue>;

/** Reads one JSON object per line. Throws a LabelledDataError that names the line and field. */
export function readLabelledDialogues(text: string): readonly LabelledDialogue[] {
  const choices = (field: string) =>
    field === 'turns.0.shift' ? 'It is 1, 0 or -1.' : field.endsWith('.shift') ? 'It is 1 or 0.' : '';
  const dialogues = readLabelledLines(text, { row: labelledDialogue, choices });
  if (scoredTurnsOf(dialogues).length === 0) throw new LabelledDataError('There is no turn to be scored in it.');
  return dialogues;
}

/** A turn to judge, with all turns up to it. */
export interface ScoredTurn {
  readonly dialogue: string;
  /** Its index in the dialogue. */
  readonly turn: number;
  readonly shift: 0 | 1;
  /** The speakers alternate, and this turn's speaker is the person. */
  readonly messages: readonly DetectorMessage[];
}

/** Every turn except the first of each dialogue. */
export function scoredTurnsOf(dialogues: readonly LabelledDialogue[]): readonly ScoredTurn[] {
  return dialogues.flatMap(({ id, turns }) =>
    turns.flatMap(({ shift }, turn) => {
      if (turn === 0 || shift === FIRST_TURN) return [];
      const messages = turns.slice(0, turn + 1).map(({ text }, index): DetectorMessage => {
        return { author: (turn - index) % 2 === 0 ? 'person' : 'assistant', content: text };
      });
      return [{ dialogue: id, turn, shift, messages }];
    }),
  );
}
