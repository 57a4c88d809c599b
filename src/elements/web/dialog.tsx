import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

import { IconButton } from './button.tsx';
import { useFocusBack } from './focus/use-focus-kept.ts';
import { Icon } from './icon.tsx';

interface DialogProps {
  readonly title: string;
  /** Its purpose in one sentence. */
  readonly description: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Whether Escape or a click outside closes it. False while it holds text that would be lost. */
  readonly mayClose?: boolean;
  /** The mode whose colours it has, if they differ from the page's. */
  readonly light?: string | undefined;
  /** With room for two columns. */
  readonly isWide?: boolean;
}

/** A dialog in the middle of the page, open while it is mounted. */
export function Dialog({ title, description, onClose, children, mayClose = true, light, isWide = false }: DialogProps) {
  const giveFocusBack = useFocusBack();
  const focusFirstField = (event: Event) => {
    if (!(event.target instanceof HTMLElement)) return;
    const field = firstField(event.target);
    if (!field) return;
    event.preventDefault();
    field.focus({ preventScroll: true });
  };
  const hold = (event: Event) => {
    if (!mayClose) event.preventDefault();
  };
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="appear fixed inset-0 z-20 bg-[rgb(20_16_8/0.3)]" />
        <Radix.Content
          data-mode={light}
          onOpenAutoFocus={focusFirstField}
          onInteractOutside={hold}
          onEscapeKeyDown={hold}
          onCloseAutoFocus={giveFocusBack}
          className={`appear fixed top-[calc(var(--seen-height,100dvh)/2)] left-1/2 z-30 flex max-h-[calc(var(--seen-height,100dvh)-24px)] -translate-x-1/2 -translate-y-1/2 flex-col overflow-y-auto rounded-medium border border-line bg-surface p-5 text-ink shadow-float ${isWide ? 'w-[min(960px,calc(100vw-24px))]' : 'w-[min(620px,calc(100vw-24px))]'}`}
        >
          <Radix.Title dir="auto" className="pr-9 text-left font-serif text-lg leading-snug font-semibold">
            {title}
          </Radix.Title>
          <Radix.Description className="mt-1 text-ink-soft">{description}</Radix.Description>
          {children}
          {/* Last in the tab order: a person opens a dialog to fill it in. */}
          <Radix.Close asChild>
            <IconButton label="Close" className="absolute top-4 right-3">
              <Icon of={X} />
            </IconButton>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const FIELDS = 'input:not([type="hidden"], [hidden], :disabled), textarea:not(:disabled), select:not(:disabled)';

/** The first field; in a group of radio buttons the checked one. */
function firstField(dialog: HTMLElement): HTMLElement | null {
  const first = dialog.querySelector<HTMLElement>(FIELDS);
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first;
  const group = dialog.querySelectorAll<HTMLInputElement>(`input[type="radio"][name="${CSS.escape(first.name)}"]`);
  return [...group].find(({ checked }) => checked) ?? first;
}
