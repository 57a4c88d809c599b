import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

import { useShownLight } from './page/page-light.ts';

export const MENU_ITEM =
  'flex min-h-[36px] cursor-default items-center gap-2.5 rounded-small px-3 text-sm outline-none data-[highlighted]:bg-raised';

interface MenuProps {
  /** A button. */
  readonly trigger: ReactNode;
  readonly align?: 'start' | 'end';
  /** Items of Radix’s dropdown menu. */
  readonly children: ReactNode;
}

/** A menu at its button, in the colours of the page. */
export function Menu({ trigger, align = 'start', children }: MenuProps) {
  const light = useShownLight();
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
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
