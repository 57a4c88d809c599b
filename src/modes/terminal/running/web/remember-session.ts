import { useContext } from 'react';

import { contributionsOf, PageCompositionContext } from '#session/web/contribution/page-composition.ts';

interface RememberedTerminal {
  readonly session: string;
  readonly title: string;
}

/** Returns a function that proposes points from a terminal's session; null if no contribution provides that. */
export function useRememberSession(): ((terminal: RememberedTerminal) => void) | null {
  const composition = useContext(PageCompositionContext);
  const remember = composition && contributionsOf(composition).flatMap((each) => each.rememberSession ?? [])[0];
  if (!remember) return null;
  return ({ session, title }) => remember({ session, title, proposals: `/api/terminals/${session}/proposals` });
}
