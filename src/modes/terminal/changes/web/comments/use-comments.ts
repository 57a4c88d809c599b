import { useCallback, useEffect, useState } from 'react';

import { allStored, storedJson } from '#elements/web/page/stored.ts';
import { newId } from '#session/web/new-id.ts';

import { type ChangeComment, restoredComment } from '../../domain/comment.ts';

/** Each comment has its own key, so that two windows of a session do not overwrite each other's comments. */
const prefixOf = (session: string) => `warren.change-comment.${session}.`;

export interface Comments {
  readonly all: readonly ChangeComment[];
  /** The current comments, including changes in other windows. A missing one was sent or removed there. */
  latest(): readonly ChangeComment[];
  begin(about: Pick<ChangeComment, 'path' | 'since' | 'lines'>): void;
  change(id: string, changed: Partial<ChangeComment>): void;
  remove(ids: readonly string[]): void;
}

/** The person's unsent comments on a session's changes, stored in this browser. */
export function useComments(session: string): Comments {
  // Comments that the browser could not store, in this window only.
  const [unstored] = useState(() => new Map<string, ChangeComment>());
  const latest = useCallback(() => {
    const stored = allStored<Partial<ChangeComment>>(prefixOf(session)).flatMap((each) => restoredComment(each) ?? []);
    return [...stored.filter(({ id }) => !unstored.has(id)), ...unstored.values()].toSorted((one, other) =>
      one.id < other.id ? -1 : 1,
    );
  }, [session, unstored]);
  const [all, setAll] = useState(latest);
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || key.startsWith(prefixOf(session))) setAll(latest());
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [session, latest]);
  const store = (id: string, comment: ChangeComment | null) => {
    const isStored = storedJson<ChangeComment>('localStorage', prefixOf(session) + id).write(comment);
    if (isStored || comment === null) unstored.delete(id);
    else unstored.set(id, comment);
  };
  return {
    all,
    latest,
    begin(about) {
      const id = newId();
      store(id, { ...about, id, text: '', draft: '' });
      setAll(latest());
    },
    change(id, changed) {
      const comment = latest().find((each) => each.id === id);
      if (comment) store(id, { ...comment, ...changed });
      setAll(latest());
    },
    remove(ids) {
      for (const id of ids) store(id, null);
      setAll(latest());
    },
  };
}
