import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

import { useShownLight } from '#elements/web/page/page-light.ts';

/** The look of an item. */
export const MENU_ITEM =
  'flex min-h-[34px] cursor-default items-center gap-2 rounded-small px-2.5 text-sm outline-none data-[highlighted]:bg-raised';

interface PopMenuProps {
  /** A button. */
  readonly trigger: ReactNode;
  /** Items of Radix’s dropdown menu. */
  readonly children: ReactNode;
}

/** A menu of the pane, at its button. */
export function PopMenu({ trigger, children }: PopMenuProps) {
  const light = useShownLight();
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={12}
          data-mode={light}
          className="appear z-30 max-h-(--radix-dropdown-menu-content-available-height) max-w-[min(26rem,calc(100vw-24px))] min-w-48 overflow-y-auto rounded-medium border border-line bg-surface p-1.5 text-ink shadow-float"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1 border-t border-line" />;
}
