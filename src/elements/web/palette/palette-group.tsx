import { Command } from 'cmdk';
import type { ReactNode } from 'react';

const GROUP =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-faint';
const ITEM =
  'flex min-h-[38px] cursor-pointer items-center gap-3 rounded-small px-3 text-ink-soft data-[selected=true]:bg-raised data-[selected=true]:text-ink';

export function PaletteGroup({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  return (
    <Command.Group heading={heading} className={GROUP}>
      {children}
    </Command.Group>
  );
}

interface PaletteItemProps {
  readonly value: string;
  /** The text that the search matches, if it is not the value. */
  readonly words?: string;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function PaletteItem({ value, words, onSelect, children }: PaletteItemProps) {
  return (
    <Command.Item
      className={ITEM}
      value={value}
      {...(words !== undefined && { keywords: [words] })}
      onSelect={onSelect}
    >
      {children}
    </Command.Item>
  );
}

/** The keys of a command, at its right edge. */
export function Keys({ children }: { readonly children: string }) {
  return <span className="ml-auto shrink-0 pl-3 text-xs text-ink-faint">{children}</span>;
}
