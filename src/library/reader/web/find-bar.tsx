import { ChevronDown, ChevronUp, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { figure } from '#elements/web/text/figures.ts';

import { MAX_FOUND } from '../domain/find-in-text.ts';
import type { Find } from './use-find.ts';

type FindBarProps = Pick<Find, 'words' | 'found' | 'current' | 'search' | 'step' | 'close'>;

/**
 * A field that finds words in the source. Enter goes to the next match, Shift-Enter to the previous one, Escape closes.
 */
export function FindBar({ words, found, current, search, step, close }: FindBarProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className="sticky -top-6 z-10 -mx-2 mb-4 flex items-center gap-1 border-b border-line bg-paper px-2 pt-2 pb-2">
      <input
        aria-label="Find in this source"
        placeholder="Find in this source"
        // It opens for typing.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        dir="auto"
        value={words}
        onChange={(event) => search(event.target.value)}
        onKeyDown={onKeyDown}
        className="min-h-[34px] min-w-0 flex-1 rounded-small border border-line-strong bg-surface px-3 text-sm"
      />
      <output className="px-2 text-xs whitespace-nowrap text-ink-faint tabular-nums">
        {countWords(words, found.length, current)}
      </output>
      <IconButton label="Previous" disabled={found.length === 0} onClick={() => step(-1)}>
        <Icon of={ChevronUp} />
      </IconButton>
      <IconButton label="Next" disabled={found.length === 0} onClick={() => step(1)}>
        <Icon of={ChevronDown} />
      </IconButton>
      <IconButton label="Close find" onClick={close}>
        <Icon of={X} />
      </IconButton>
    </search>
  );
}

function countWords(words: string, found: number, current: number): string {
  if (words.trim() === '') return '';
  if (found === 0) return 'Not found';
  return `${figure(current + 1)} of ${figure(found)}${found === MAX_FOUND ? ' or more' : ''}`;
}
