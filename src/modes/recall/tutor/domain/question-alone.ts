import type { Point } from '../../evaluator/domain/evaluation.ts';
import { openQuestionsFor } from './embedded/reply.ts';
import { givenAwayIn, saysPoint } from './reply-check/give-away.ts';
import { createGuard } from './reply-check/guard.ts';

interface AskedAlone {
  /** The title of the set. */
  readonly title: string;
  readonly point: Point;
  /** The due points of the set, including the one asked for. */
  readonly points: readonly Point[];
}

/** The question for one point in a session on it alone. It reveals none of the due points. */
export function questionAlone({ title, point, points }: AskedAlone): string {
  const { question = '' } = point;
  const guard = createGuard({
    points,
    openIds: new Set(points.map(({ id }) => id)),
    probeId: point.id,
    title: `${title}\n${question}`,
    asked: '',
    said: '',
  });
  // The question is in view, so it must be compared with whole points too.
  const isSafe = (text: string) =>
    givenAwayIn(text, '', guard).length === 0 && !points.some(({ id }) => saysPoint(text, id, guard));
  const [plain, ...others] = openQuestionsFor(title, point, points);
  return [question, ...others].find((text) => text !== '' && isSafe(text)) ?? plain;
}
