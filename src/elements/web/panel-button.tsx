import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';

import { IconButton } from './button.tsx';
import { useShownLight } from './page/page-light.ts';

interface PanelButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** The accessible name of the panel. */
  readonly title: string;
  readonly isOpen: boolean;
  /** The tab index of the button. */
  readonly tabIndex?: number;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** Called as the panel closes. The focus returns to the button unless this prevents it. */
  readonly onCloseAutoFocus?: (event: Event) => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A button that opens a panel over the page, in the colours of the page. */
export function PanelButton({
  label,
  icon,
  title,
  isOpen,
  tabIndex,
  onOpenChange,
  onCloseAutoFocus,
  className = '',
  children,
}: PanelButtonProps) {
  const light = useShownLight();
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpenChange}>
      <Popover.Trigger asChild>
        <IconButton label={label} tabIndex={tabIndex}>
          {icon}
        </IconButton>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-label={title}
          onOpenAutoFocus={(event) => {
            // Focusing a field would open the keyboard of a phone, which covers half of the panel.
            if (!matchMedia('(pointer: coarse)').matches || !(event.currentTarget instanceof HTMLElement)) return;
            event.preventDefault();
            event.currentTarget.focus();
          }}
          {...(onCloseAutoFocus && { onCloseAutoFocus })}
          data-mode={light}
          className={`appear z-30 w-[min(24rem,calc(100vw-24px))] overflow-y-auto rounded-medium border border-line bg-surface text-ink shadow-float ${className}`}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
