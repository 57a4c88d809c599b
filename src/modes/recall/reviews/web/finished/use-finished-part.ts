import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

import { type FinishedPart, PARTS } from './finished-parts.tsx';

interface Shown {
  readonly part: FinishedPart;
  /** The message that the conversation is to be read at. */
  readonly messageId: string | null;
  /** A part, or a message of the conversation by its id. */
  readonly show: (place: string) => void;
}

/** What of a finished session is looked at. It stands in the address, so that Back leads from one to the one before. */
export function useFinishedPart(first: FinishedPart): Shown {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const show = useCallback((place: string) => void navigate({ to: '.', hash: place }), [navigate]);
  const part = PARTS.find((each) => each.part === hash)?.part;
  if (part !== undefined || hash === '') return { part: part ?? first, messageId: null, show };
  return { part: 'conversation', messageId: hash, show };
}
