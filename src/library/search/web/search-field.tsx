import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect } from 'react';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';

interface SearchFieldProps {
  readonly words: string;
  readonly onChange: (words: string) => void;
  /** Name of the searched place, for example `Energy`. */
  readonly place: string;
  readonly field: RefObject<HTMLInputElement | null>;
  /** Called for Arrow down or Enter, to focus the list. */
  readonly onLeave: () => void;
}

/** Searches while the person types. `/` focuses it from anywhere on the page; Arrow down goes to the list. */
export function SearchField({ words, onChange, place, field, onLeave }: SearchFieldProps) {
  useSlashKey(field);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'Enter') onLeave();
    else if (event.key === 'Escape' && words !== '') onChange('');
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex items-center rounded-medium border border-line-strong bg-surface pl-3 text-ink-faint focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus">
      <Icon of={Search} />
      <input
        ref={field}
        data-quiet
        type="text"
        role="searchbox"
        enterKeyHint="search"
        aria-label={`Search in ${place}`}
        aria-keyshortcuts="/"
        placeholder={place === 'everything' ? 'Search by words or meaning' : `Search in ${place}`}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        value={words}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="min-h-[38px] min-w-0 flex-1 bg-transparent px-2.5 text-ink outline-none"
      />
      {words !== '' && (
        <IconButton
          label="Clear the search"
          onClick={() => {
            onChange('');
            field.current?.focus();
          }}
        >
          <Icon of={X} />
        </IconButton>
      )}
    </div>
  );
}

function useSlashKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]');
      if (isTyping || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [field]);
}
