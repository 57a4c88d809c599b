import type { MessageMarks } from '#session/web/transcript/rows/message-marks.ts';

import type { ReviewedPoint } from './review-groups.ts';

/** The credited words of each message, to mark in the conversation of a finished session. */
export function marksOf(points: readonly ReviewedPoint[]): ReadonlyMap<string, MessageMarks> {
  const marks = new Map<string, MessageMarks>();
  for (const { messageId, quote, text } of points) {
    if (messageId === null) continue;
    const known = marks.get(messageId) ?? { quotes: [], notes: [] };
    marks.set(messageId, {
      quotes: quote === null ? known.quotes : [...known.quotes, quote],
      notes: text === null ? known.notes : [...known.notes, text],
    });
  }
  return marks;
}
