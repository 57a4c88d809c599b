import type { TutorRequest } from '../tutor-request.ts';

const ONE = ['Right.', 'Yes, that is it.', 'That is one of them.', '', 'Yes.', 'That belongs here.'];
const SEVERAL = ['Right, all of that.', 'Yes, those belong here.', '', 'Yes.'];
const PARTIAL = [
  'Part of that is there, something is still missing.',
  'That goes part of the way.',
  'Some of it is said, not all.',
];
const CONTRADICTED = [
  'Look at that again, it is not quite so.',
  'One thing in that does not hold, look at it once more.',
  'That is not quite so, take another look.',
];
const GIVES_UP = ['No matter.', 'That is fine.', 'Then in a smaller step.', 'Let us come at it another way.'];
const HINT = ['Here is a hint.', '', 'A hint, then.'];
const NEXT = ['Another point.', '', 'Then to the next one.', 'Leave that one for now.'];

function pick(phrases: readonly string[], turn: number): string {
  return phrases[turn % phrases.length] ?? '';
}

/** The response to the last message before the next question; may be empty. */
export function acknowledgementOf(request: TutorRequest, turn: number): string {
  const { recalledNow, verdictOnLast, intent, isNewPoint } = request;
  if (recalledNow.length > 0) return pick(recalledNow.length > 1 ? SEVERAL : ONE, turn);
  if (verdictOnLast === 'contradicted') return pick(CONTRADICTED, turn);
  if (verdictOnLast === 'partial') return isNewPoint ? 'Part of that was there.' : pick(PARTIAL, turn);
  if (request.tell) return '';
  if (!request.probe) return '';
  if (intent === 'gives-up') return isNewPoint ? pick(NEXT, turn) : pick(GIVES_UP, turn);
  if (intent === 'asks-hint' || intent === 'asks-to-be-told') return pick(HINT, turn);
  return isNewPoint && request.newSubject === undefined && request.history.length > 1 ? pick(NEXT, turn) : '';
}
