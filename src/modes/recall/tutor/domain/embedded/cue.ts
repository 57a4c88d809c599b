import { stemsIn } from '#text/domain/key-terms.ts';

import type { TutorRequest } from '../tutor-request.ts';
import { withGaps } from './cloze.ts';
import { firstLetterGap } from './first-letters.ts';

/** Stems visible without any hint: of the title and the heading. */
function stemsInView({ title, probe }: Pick<TutorRequest, 'title' | 'probe'>): ReadonlySet<string> {
  return stemsIn([title, probe?.point.context ?? '']);
}

/**
 * The line with gaps that a rung shows; null if the rung has none. Stable throughout the conversation, because two
 * lines with different gaps would reveal the whole point.
 */
export function gapLine(request: Pick<TutorRequest, 'title' | 'probe'>): string | null {
  const { probe } = request;
  if (probe?.rung === 'cloze') return withGaps(probe.point.text, stemsInView(request));
  if (probe?.rung === 'first-letters') return withGaps(probe.point.text, stemsInView(request), firstLetterGap);
  return null;
}
