import type { TerminalSide } from './use-terminal-side.ts';

interface ViewSwitchProps {
  readonly side: TerminalSide;
  readonly hasBoth: boolean;
  readonly onChoose: (side: TerminalSide) => void;
}

const NAMES = { chat: 'Chat', both: 'Both', term: 'Term' } as const;

/** Chat, terminal, or both side by side where there is room. F2 goes to and fro between the two. */
export function ViewSwitch({ side, hasBoth, onChoose }: ViewSwitchProps) {
  const sides: readonly TerminalSide[] = hasBoth ? ['chat', 'both', 'term'] : ['chat', 'term'];
  return (
    <fieldset aria-label="View" className="flex flex-none gap-0.5 rounded-[8px] bg-sunken p-[3px]">
      {sides.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === side}
          aria-keyshortcuts="F2"
          title="F2 goes between the chat and the terminal"
          onClick={() => onChoose(each)}
          className={`min-h-[28px] rounded-small border px-2.5 text-sm font-medium ${
            each === side
              ? 'border-line-strong bg-surface text-ink'
              : 'border-transparent text-ink-soft hover:bg-raised hover:text-ink'
          }`}
        >
          {NAMES[each]}
        </button>
      ))}
    </fieldset>
  );
}
