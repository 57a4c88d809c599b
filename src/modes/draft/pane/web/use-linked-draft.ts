import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

import { draftOfHash } from '../domain/draft-hash.ts';

/** Opens the draft that the address names, once: the address of the session stands there afterwards. */
export function useLinkedDraft(open: (draftId: string) => void): void {
  const linked = draftOfHash(useLocation({ select: ({ hash }) => hash }));
  const navigate = useNavigate();
  const openLinked = useEffectEvent((draftId: string) => {
    open(draftId);
    void navigate({ to: '.', hash: '', replace: true });
  });
  useEffect(() => {
    if (linked !== null) openLinked(linked);
  }, [linked]);
}
