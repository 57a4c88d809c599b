import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

interface MessageButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'tabIndex' | 'aria-label'> {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Shown even while the message is neither hovered nor focused. */
  readonly isShown?: boolean;
}

/**
 * A small button of a message: visible under the last message, and on messages that are hovered or focused. A touch
 * screen has no hover: the first touch of a message shows its buttons. Arrow keys reach it from its message
 * (`moveAmongMessages`); Tab skips it. Its touch area is larger than its icon, beyond its line.
 */
export function MessageButton({ label, icon: Shape, isShown = false, className = '', ...rest }: MessageButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      title={label}
      className={`inline-flex size-6 pointer-coarse:-my-2.5 pointer-coarse:size-11 items-center justify-center rounded-small text-ink-faint transition-opacity duration-(--fast) hover:text-ink ${isShown ? '' : ON_HOVER} ${className}`}
      {...rest}
    >
      <Shape size={14} strokeWidth={1.6} aria-hidden="true" />
    </button>
  );
}

/** Classes for an element of a message that is visible on hover, on focus and under the last message. */
export const ON_HOVER =
  'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 group-data-last:opacity-100 [@media(hover:none)]:pointer-events-none [@media(hover:none)]:group-focus-within:pointer-events-auto [@media(hover:none)]:group-data-last:pointer-events-auto';
