import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

import { type FinishedPart, PARTS } from './finished-parts.tsx';

interface Shown {
  readonly part: FinishedPart;
  /** The message at which to open the conversation. */
  readonly messageId: string | null;
  /** A part, or a message of the conversation by id. */
  readonly show: (place: string) => void;
}

/** The visible part of a finished session, kept in the address for Back. */
export function useFinishedPart(first: FinishedPart): Shown {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const show = useCallback((place: string) => void navigate({ to: '.', hash: place }), [navigate]);
  const part = PARTS.find((each) => each.part === hash)?.part;
  if (part !== undefined || hash === '') return { part: part ?? first, messageId: null, show };
  return { part: 'conversation', messageId: hash, show };
}
