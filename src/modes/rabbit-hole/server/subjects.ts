import type { Subject } from '../protocol.ts';
import type { RabbitholeHosts } from './dependencies.ts';

/** Subjects of all hosts, by id. Ids are unique across hosts, so at most one host knows a subject. */
export function subjectsOf(hosts: RabbitholeHosts) {
  return {
    async subjectOf(person: string, subjectId: string): Promise<Subject | null> {
      for (const host of Object.values(hosts)) {
        const subject = await host.subjectById(person, subjectId);
        if (subject) return subject;
      }
      return null;
    },
    /** Those of the texts that the subject already has. */
    async heldOf(person: string, subjectId: string, texts: readonly string[]): Promise<ReadonlySet<string>> {
      const held = await Promise.all(Object.values(hosts).map((host) => host.heldBy(person, subjectId, texts)));
      return new Set(held.flatMap((each) => [...each]));
    },
  };
}
