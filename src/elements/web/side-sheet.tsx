import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

import { IconButton } from './button.tsx';
import { useFocusBack } from './focus/use-focus-kept.ts';
import { Icon } from './icon.tsx';

interface SideSheetProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Beside the button that closes it. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A sheet at the right of the page, or at the bottom on a phone. Open while it is mounted. */
export function SideSheet({ title, onClose, action, children }: SideSheetProps) {
  const giveFocusBack = useFocusBack();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="appear fixed inset-0 z-20 bg-[rgb(20_16_8/0.3)]" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={giveFocusBack}
          className="appear fixed inset-x-0 bottom-0 z-30 flex h-[85dvh] flex-col rounded-t-medium pb-[env(safe-area-inset-bottom)] border border-line bg-surface text-ink shadow-float wide:inset-y-0 wide:right-0 wide:left-auto wide:h-auto wide:w-[min(560px,calc(100vw-64px))] wide:rounded-none"
        >
          <div className="flex h-14 flex-none items-center gap-2 border-b border-line pr-3 pl-4 wide:px-8">
            <Radix.Title dir="auto" className="min-w-0 flex-1 truncate text-left font-semibold">
              {title}
            </Radix.Title>
            {action}
            <Radix.Close asChild>
              <IconButton label="Close">
                <Icon of={X} />
              </IconButton>
            </Radix.Close>
          </div>
          <div className="flex min-h-0 flex-1 flex-col">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
