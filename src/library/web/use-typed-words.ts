import { useEffect, useRef, useState } from 'react';

import type { LibraryPlace } from '../sources/web/place/library-place.ts';

/** How long typing rests before the address follows it. */
const REST_MS = 300;

interface TypedWords {
  /** What stands in the field. */
  readonly words: string;
  readonly type: (words: string) => void;
}

/**
 * The words of the search. The address follows them: the way back from a search leads to the list, and not through its
 * letters. The words follow the address when that changes by itself.
 */
export function useTypedWords(
  inAddress: string,
  go: (change: Partial<LibraryPlace>, step?: { readonly replace: boolean }) => void,
): TypedWords {
  const [words, setWords] = useState(inAddress);
  const [known, setKnown] = useState(inAddress);
  if (known !== inAddress) {
    setKnown(inAddress);
    setWords(inAddress);
  }
  const typed = useRef<string | null>(null);
  useEffect(() => {
    if (typed.current === null || words === inAddress) return undefined;
    const timer = setTimeout(() => {
      typed.current = null;
      go({ words }, { replace: inAddress !== '' });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [words, inAddress, go]);
  return {
    words,
    type: (next) => {
      typed.current = next;
      setWords(next);
    },
  };
}
