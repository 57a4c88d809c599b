import { stemsIn } from '#text/domain/key-terms.ts';

import type { TutorRequest } from '../tutor-request.ts';
import { withGaps } from './cloze.ts';
import { firstLetterGap } from './first-letters.ts';

/** Stems that stand in view without any hint: of the title and of the heading. */
function stemsInView({ title, probe }: Pick<TutorRequest, 'title' | 'probe'>): ReadonlySet<string> {
  return stemsIn([title, probe?.point.context ?? '']);
}

/**
 * The line with gaps that a rung shows, or null where a rung has none. It is the same however the conversation goes on:
 * two lines with other gaps would together be the whole point.
 */
export function gapLine(request: Pick<TutorRequest, 'title' | 'probe'>): string | null {
  const { probe } = request;
  if (probe?.rung === 'cloze') return withGaps(probe.point.text, stemsInView(request));
  if (probe?.rung === 'first-letters') return withGaps(probe.point.text, stemsInView(request), firstLetterGap);
  return null;
}
