import { useContext } from 'react';

import { contributionsOf, PageCompositionContext } from '#session/web/contribution/page-composition.ts';

interface RememberedTerminal {
  readonly session: string;
  readonly title: string;
}

/** Asks what is worth remembering of a terminal's session; null where nothing can remember it. */
export function useRememberSession(): ((terminal: RememberedTerminal) => void) | null {
  const composition = useContext(PageCompositionContext);
  const remember = composition && contributionsOf(composition).flatMap((each) => each.rememberSession ?? [])[0];
  if (!remember) return null;
  return ({ session, title }) => remember({ session, title, proposals: `/api/terminals/${session}/proposals` });
}
