import { useCallback, useState } from 'react';

import { allStored, storedJson } from '#elements/web/page/stored.ts';
import { newId } from '#session/web/new-id.ts';

import { type ChangeComment, restoredComment } from '../../domain/comment.ts';

/** Each comment has a key of its own: two windows of a session do not overwrite each other's. */
const prefixOf = (session: string) => `warren.change-comment.${session}.`;

export interface Comments {
  readonly all: readonly ChangeComment[];
  begin(about: Pick<ChangeComment, 'path' | 'since' | 'lines'>): void;
  change(id: string, changed: Partial<ChangeComment>): void;
  remove(ids: readonly string[]): void;
}

/** The person's comments on a session's changes. They are kept in this browser until they are sent. */
export function useComments(session: string): Comments {
  const [all, setAll] = useState(() =>
    allStored<Partial<ChangeComment>>(prefixOf(session))
      .flatMap((stored) => restoredComment(stored) ?? [])
      .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  );
  const store = useCallback(
    (id: string, comment: ChangeComment | null) =>
      storedJson<ChangeComment>('localStorage', prefixOf(session) + id).write(comment),
    [session],
  );
  return {
    all,
    begin(about) {
      const comment = { ...about, id: newId(), text: '', draft: '' };
      store(comment.id, comment);
      setAll((known) => [...known, comment]);
    },
    change(id, changed) {
      const comment = all.find((each) => each.id === id);
      if (!comment) return;
      store(id, { ...comment, ...changed });
      setAll((known) => known.map((each) => (each.id === id ? { ...each, ...changed } : each)));
    },
    remove(ids) {
      for (const id of ids) store(id, null);
      setAll((known) => known.filter(({ id }) => !ids.includes(id)));
    },
  };
}
