import type { DisputedGrade } from '../../../scheduling/protocol.ts';
import type { ExposureWhy } from '../../protocol.ts';
import type { ReviewedPoint } from './review-groups.ts';

/** The grades a person can choose, with descriptions. */
export const gradeChoices: readonly { readonly grade: DisputedGrade; readonly name: string; readonly note: string }[] =
  [
    { grade: 'again', name: 'Again', note: 'It was not there' },
    { grade: 'hard', name: 'Hard', note: 'With a cue, or with effort' },
    { grade: 'good', name: 'Good', note: 'Recalled unaided' },
    { grade: 'easy', name: 'Easy', note: 'It came at once' },
    { grade: 'not-reviewed', name: 'Not reviewed', note: 'Does not count at all' },
  ];

export function gradeName(grade: DisputedGrade | null): string {
  return gradeChoices.find((choice) => choice.grade === (grade ?? 'not-reviewed'))?.name ?? '';
}

const TOLD: Record<ExposureWhy, string> = {
  'given-away': 'A reply gave it away.',
  failed: 'Told after the cues had failed.',
  asked: 'Told because you asked.',
  'rabbit-hole': 'Told in a rabbit hole.',
  'self-check': 'Shown to ask whether you had it.',
  card: 'Shown on a card.',
  shown: 'Shown in the review of a session.',
};

const HOW: Partial<Record<ReviewedPoint['how'], string>> = {
  unaided: 'unaided',
  hinted: 'hint',
  helped: 'much help',
  told: 'told',
  missed: 'not recalled',
};

/** The basis of a grade, in a word or two; null without a review. */
export function basisOf({ how, isSelfChecked, rating, originalRating }: ReviewedPoint): string | null {
  if (originalRating === null) return null;
  if (rating !== originalRating) return 'you changed it';
  return isSelfChecked ? 'you judged' : (HOW[how] ?? null);
}

const CUES = {
  narrower: 'a narrower question',
  cloze: 'the sentence with a gap',
  'first-letters': 'the first letters',
};

/** The cue that was visible before a point was recalled or skipped: `after the first letters`. */
export function cueWords({ cue }: ReviewedPoint): string {
  return cue === null ? '' : `after ${CUES[cue]}`;
}

/** Why a point has its grade, if its heading does not show it; null otherwise. */
export function reasonOf({
  how,
  exposure,
  recalled,
  isSelfChecked,
  isUndecided,
  reviewId,
}: ReviewedPoint): string | null {
  if (isUndecided) return reviewId === null ? null : 'Not decided, so it counts as Again.';
  const told = exposure ? TOLD[exposure.why] : null;
  switch (how) {
    case 'unaided':
    case 'hinted':
    case 'helped':
      return null;
    case 'told':
      return `${told ?? 'Told.'}${recalled ? ' Recalled after that.' : ''}`;
    case 'missed':
      return isSelfChecked ? 'You decided that you did not have it.' : 'Asked for, and not recalled.';
    case 'exposed':
      return `${told ?? 'Told.'}${recalled ? ' Recalled on the same day, which proves nothing yet.' : ''}`;
    case 'reviewed':
      return 'Reviewed on this day already: the first review of a day counts.';
    case 'left':
      return 'Asked for, and left open.';
    case 'not-asked':
      return 'Not asked for.';
    case 'gone':
      return 'Deleted since the session began.';
  }
}
