import type { SearchAddon } from '@xterm/addon-search';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { type PageKey, usePageKeys } from '#elements/web/page/page-actions.ts';

const KEYS: readonly PageKey[] = [
  { keys: 'Enter Shift-Enter', does: 'the match before, after' },
  { keys: 'Escape', does: 'close the search' },
];

export function SearchBar({ search, onClose }: { readonly search: SearchAddon; readonly onClose: () => void }) {
  usePageKeys(KEYS);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const find = (direction: 'next' | 'previous') => {
    const words = field.current?.value ?? '';
    if (direction === 'next') search.findNext(words);
    else search.findPrevious(words);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter') find(event.shiftKey ? 'next' : 'previous');
    else return;
    event.preventDefault();
  };
  return (
    <search className="absolute top-2 right-4 z-10 flex items-center gap-1 rounded-small border border-line-strong bg-surface p-1 shadow-float">
      <input
        ref={field}
        aria-label="Find in this terminal"
        placeholder="Find"
        className="w-44 bg-transparent px-2 text-sm text-ink outline-none"
        onChange={() => find('previous')}
        onKeyDown={onKeyDown}
      />
      <IconButton label="Earlier" onClick={() => find('previous')}>
        <Icon of={ChevronUp} />
      </IconButton>
      <IconButton label="Later" onClick={() => find('next')}>
        <Icon of={ChevronDown} />
      </IconButton>
      <IconButton label="Close the search" onClick={onClose}>
        <Icon of={X} />
      </IconButton>
    </search>
  );
}
