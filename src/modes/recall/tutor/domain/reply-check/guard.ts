import { read } from '#text/domain/words.ts';

import type { Point } from '../../../evaluator/domain/evaluation.ts';
import { indexOf, type PointIndex } from './reading/point-index.ts';
import { type Statement, statementsIn } from './reading/statements.ts';

/** What a reply must not say, and what it may: everything a sentence is compared with. */
export interface Guard {
  readonly index: PointIndex;
  /** Indexes of the points that are neither recalled nor told. */
  readonly open: ReadonlySet<number>;
  /** The index of the point asked for, or -1. */
  readonly probe: number;
  /** Indexes of a point's terms that are not in view: titles are on the page, and questions name headings. */
  readonly freshTerms: (place: number) => ReadonlySet<number>;
  /** The previous question, if it asked for the same point: two halves make a whole. */
  readonly asked: string;
  /** The person's last message. */
  readonly said: string;
  /** The person's statements so far: repeating them gives nothing away. */
  readonly stated: () => readonly Statement[];
  /** Indexes of points that their message contradicted: correcting it would tell them. */
  readonly denied: ReadonlySet<number>;
}

interface Guarded {
  /** All points of the session; always the same array. */
  readonly points: readonly Point[];
  readonly openIds: ReadonlySet<string>;
  readonly probeId: string | null;
  readonly title: string;
  readonly asked: string;
  readonly said: string;
  /** The person's earlier messages, newest last. */
  readonly saidBefore?: readonly string[];
  readonly deniedIds?: ReadonlySet<string>;
}

export function createGuard({ points, openIds, probeId, title, asked, said, ...more }: Guarded): Guard {
  const index = indexOf(points);
  const open = new Set<number>();
  for (const [place, point] of points.entries()) if (openIds.has(point.id)) open.add(place);
  const { saidBefore = [], deniedIds = new Set() } = more;
  const denied = new Set(points.flatMap(({ id }, place) => (deniedIds.has(id) ? [place] : [])));
  let stated: readonly Statement[] | undefined;
  return {
    index,
    open,
    probe: points.findIndex((point) => point.id === probeId),
    freshTerms: freshTermsOf(index, publicStemsOf(index, title)),
    asked,
    said,
    denied,
    stated: () =>
      (stated ??= [
        ...statementsIn(said.slice(0, MAX_SAID_LENGTH), index, false),
        ...saidBefore
          .slice(-MAX_EARLIER_MESSAGES)
          .flatMap((text) => statementsIn(text.slice(0, MAX_BEFORE_LENGTH), index, true)),
      ]),
  };
}

function freshTermsOf(index: PointIndex, inView: ReadonlySet<string>): Guard['freshTerms'] {
  const known: ReadonlySet<number>[] = [];
  return (place) =>
    (known[place] ??= new Set(
      (index.terms[place] ?? []).flatMap(({ stem }, term) => (inView.has(stem) ? [] : [term])),
    ));
}

const MAX_SAID_LENGTH = 8_000;

/** Limits on earlier messages: their number and the length of each. */
const MAX_EARLIER_MESSAGES = 20;
const MAX_BEFORE_LENGTH = 2_000;

const MAX_SHOWN_LENGTH = 2_000;
const headings = new WeakMap<PointIndex, ReadonlySet<string>>();

function publicStemsOf(index: PointIndex, title: string): ReadonlySet<string> {
  let known = headings.get(index);
  if (!known) {
    const contexts = [...new Set(index.points.map((point) => point.context))].join('\n');
    headings.set(index, (known = stemsOf(contexts, index)));
  }
  return new Set([...known, ...stemsOf(title.slice(0, MAX_SHOWN_LENGTH), index)]);
}

function stemsOf(text: string, { lexicon }: PointIndex): ReadonlySet<string> {
  return new Set(read(text, lexicon).words.map((word) => word.stem));
}
