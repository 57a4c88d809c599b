import type { ComponentProps } from 'react';

/** For a row with a `SearchField`: same height, and a border. */
export const BOXED = 'min-h-[34px] border border-line bg-surface';

/** A select inside a line of small text. */
export function InlineSelect({
  label,
  className = '',
  ...rest
}: ComponentProps<'select'> & { readonly label: string }) {
  return (
    <select
      aria-label={label}
      title={label}
      className={`min-h-[28px] max-w-full min-w-0 cursor-pointer truncate rounded-small bg-transparent px-1 text-xs text-ink-faint hover:bg-raised hover:text-ink ${className}`}
      {...rest}
    />
  );
}
