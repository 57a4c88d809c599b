import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useState } from 'react';

import { commandBefore, type Mention, mentionBefore, type Mentions, type MentionTyped } from './mentions.ts';

interface Field {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  /** Replaces the text, with the caret at an offset. */
  readonly onReplace: (text: string, caret: number) => void;
}

interface MentionState {
  /** The list above the text; null while nothing is offered. */
  readonly list: ReactNode;
  /** Attributes of the field while the list is open. */
  readonly combobox: object;
  readonly look: () => void;
  readonly close: () => void;
  /** Whether the list handled the key. */
  readonly onKey: (event: KeyboardEvent) => boolean;
}

const PAUSE_MS = 120;

/** Offers mentions after `@`: arrows select, Enter inserts, Escape closes. */
export function useMention(mentions: Mentions | undefined, { field, text, onReplace }: Field): MentionState {
  const id = useId();
  const [typed, setTyped] = useState<MentionTyped | null>(null);
  const [found, setFound] = useState<readonly Mention[]>([]);
  const [active, setActive] = useState(0);
  const words = typed?.words ?? null;
  const sign = typed?.sign ?? '@';

  useEffect(() => {
    if (!mentions || words === null) return undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      mentions.search(words, sign).then(
        (offered) => {
          if (isOver) return;
          setFound(offered);
          setActive(0);
        },
        // The list is a convenience: if the search fails, the text stays as it is.
        () => setFound([]),
      );
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [mentions, words, sign]);

  const close = () => {
    setTyped(null);
    setFound([]);
  };
  const look = () => {
    if (!mentions) return;
    const area = field.current;
    const isCaret = area !== null && area.selectionStart === area.selectionEnd;
    const typedAt = (read: typeof mentionBefore) => (isCaret ? read(area.value, area.selectionStart) : null);
    const next = (mentions.hasCommands ? typedAt(commandBefore) : null) ?? typedAt(mentionBefore);
    if (next === null) close();
    else setTyped(next);
  };
  const writtenFor = (mention: Mention) => mentions?.written?.(mention, sign) ?? `“${mention.title}”`;
  const choose = (mention: Mention) => {
    if (!typed || !mentions) return;
    const caret = typed.start + 1 + typed.words.length;
    const before = `${text.slice(0, typed.start)}${writtenFor(mention)} `;
    onReplace(before + text.slice(caret).replace(/^ /u, ''), before.length);
    close();
    mentions.onChoose?.(mention);
    field.current?.focus();
  };
  const isOpen = typed !== null && found.length > 0;
  const onKey = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.nativeEvent.isComposing) return false;
    const chosen = found[active];
    // The command is complete already: Enter sends it.
    if (event.key === 'Enter' && chosen && sign === '/' && text.trim() === writtenFor(chosen)) {
      close();
      return false;
    }
    if (event.key === 'ArrowDown') setActive((active + 1) % found.length);
    else if (event.key === 'ArrowUp') setActive((active + found.length - 1) % found.length);
    else if (event.key === 'Escape') close();
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && chosen) choose(chosen);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    list: isOpen && (
      <div
        id={id}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- goes with a field that takes any text
        role="listbox"
        aria-label={mentions?.label}
        className="-mx-2 mb-2 max-h-[40dvh] overflow-y-auto border-b border-line pb-2"
      >
        {found.map((mention, index) => (
          <div
            key={mention.id}
            id={`${id}-${String(index)}`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- holds a title and a note
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onPointerMove={() => setActive(index)}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(mention)}
            onKeyDown={(event) => event.key === 'Enter' && choose(mention)}
            className="flex min-h-[34px] cursor-pointer items-baseline gap-2 rounded-small px-2.5 py-1.5 aria-selected:bg-raised"
          >
            <span dir="auto" className="min-w-0 flex-1 truncate text-sm font-medium">
              {mention.title}
            </span>
            <span className="text-xs text-ink-faint">{mention.note}</span>
          </div>
        ))}
      </div>
    ),
    combobox: isOpen
      ? {
          role: 'combobox',
          'aria-expanded': true,
          'aria-controls': id,
          'aria-autocomplete': 'list',
          'aria-activedescendant': `${id}-${String(active)}`,
        }
      : {},
    look,
    close,
    onKey,
  };
}
