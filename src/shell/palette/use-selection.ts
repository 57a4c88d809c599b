import { useCallback, useRef, useState } from 'react';

interface Selection {
  readonly selected: string;
  readonly select: (value: string) => void;
  /** Called with each text of the search field. */
  readonly search: (text: string) => void;
  /** Called with each key and each move of the pointer, before what it does. */
  readonly moved: () => void;
}

/**
 * The command that Enter runs. Without a search it is `first`, because the changes above it must not be taken back by
 * Enter alone.
 */
export function useSelection(first: string): Selection {
  const [selected, setSelected] = useState(first);
  const isCleared = useRef(false);
  const select = useCallback(
    (value: string) => {
      setSelected(isCleared.current ? first : value);
    },
    [first],
  );
  const search = useCallback(
    (text: string) => {
      isCleared.current = text === '';
      if (isCleared.current) setSelected(first);
    },
    [first],
  );
  const moved = useCallback(() => {
    isCleared.current = false;
  }, []);
  return { selected, select, search, moved };
}
