import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { useSessionExtension } from '../inner/session-extension.ts';
import type { OpenSession } from '../mode-screen.ts';
import { useNamedMessage } from '../transcript/use-named-message.ts';

interface WaysThere {
  readonly loadOlder: () => Promise<void>;
  readonly goToPlace: (messageId: string) => void;
}

/** Scrolls once to the message that the address names, or opens its thread for reading. */
export function usePlaceInAddress(view: OpenSession, { loadOlder, goToPlace }: WaysThere): void {
  const { hash } = useLocation();
  const { thread, read } = useSessionExtension();
  const reached = useRef('');
  const on = useNamedMessage(view, hash === '' ? null : hash, loadOlder)?.thread;
  useEffect(() => {
    if (on === undefined || reached.current === hash) return;
    reached.current = hash;
    if (on === thread) goToPlace(hash);
    else read(on, hash);
  }, [on, hash, thread, read, goToPlace]);
}
