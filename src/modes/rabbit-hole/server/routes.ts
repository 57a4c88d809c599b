import type { PointWriter } from '#point-writer/server/point-writer.ts';
import { route, type Route } from '#wire/route.ts';

import { foundSummary, holeReading, proposedPoints, type Subject, tangentHistory } from '../protocol.ts';
import type { RabbitholeDependencies, RabbitholeHosts } from './dependencies.ts';
import { proposePoints, summarizeHole } from './propose-points.ts';
import { type HistoryReader, noSuchSubject, readHole, readTangentHistory } from './read-holes.ts';

export interface RabbitholeRouteDependencies extends Pick<RabbitholeDependencies, 'database' | 'agentsOf' | 'hosts'> {
  /** Writes points if the model of the point writer fails. */
  readonly embeddedPointWriter: PointWriter;
}

/** Routes of rabbit holes; their messages use the socket. */
export function rabbitholeRoutes(dependencies: RabbitholeRouteDependencies): Route[] {
  const read = dependencies.database.read as unknown as HistoryReader;
  const subjects = subjectsOf(dependencies.hosts);
  const holeIn = (params: Readonly<Record<string, string>>) => params['hole'] ?? '';
  return [
    route({
      method: 'GET',
      path: '/api/rabbitholes/:hole',
      summary: 'One rabbit hole with what was said in it; of an open one, what was said so far',
      answer: holeReading,
      handle: ({ person, params }) => readHole(read, { person, hole: holeIn(params) }),
    }),
    route({
      method: 'POST',
      path: '/api/rabbitholes/:hole/proposals',
      summary: 'Recall points that may be worth keeping of a rabbit hole that was returned from',
      answer: proposedPoints,
      handle: ({ person, params }) =>
        proposePoints(read, { person, hole: holeIn(params) }, { ...dependencies, ...subjects }),
    }),
    route({
      method: 'POST',
      path: '/api/rabbitholes/:hole/summary',
      summary: 'A summary of a rabbit hole, in a few lines',
      answer: foundSummary,
      handle: ({ person, params }) =>
        summarizeHole(read, { person, hole: holeIn(params) }, { ...dependencies, ...subjects }),
    }),
    route({
      method: 'GET',
      path: '/api/subjects/:subject/rabbitholes',
      summary: 'Every tangent of a recall set, and how often which topic was followed',
      answer: tangentHistory,
      async handle({ person, params }) {
        const id = params['subject'] ?? '';
        const subject = await subjects.subjectOf(person, id);
        if (!subject) throw noSuchSubject();
        return readTangentHistory(read, { person, id, name: subject.name });
      },
    }),
  ];
}

/** Finds subjects of all hosts by id. Ids are unique across hosts, so at most one host knows a subject. */
function subjectsOf(hosts: RabbitholeHosts) {
  return {
    async subjectOf(person: string, subjectId: string): Promise<Subject | null> {
      for (const host of Object.values(hosts)) {
        const subject = await host.subjectById(person, subjectId);
        if (subject) return subject;
      }
      return null;
    },
    /** Returns the texts that the subject already has. */
    async heldOf(person: string, subjectId: string, texts: readonly string[]): Promise<ReadonlySet<string>> {
      const held = await Promise.all(Object.values(hosts).map((host) => host.heldBy(person, subjectId, texts)));
      return new Set(held.flatMap((each) => [...each]));
    },
  };
}
