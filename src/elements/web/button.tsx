import type { ComponentProps, MouseEvent } from 'react';

type Look = 'primary' | 'outlined' | 'quiet';

const LOOKS: Record<Look, string> = {
  primary: 'border-accent bg-accent text-accent-ink hover:brightness-110',
  outlined: 'border-line-strong bg-surface text-ink hover:bg-raised',
  quiet: 'border-transparent text-ink-soft hover:bg-raised hover:text-ink',
};

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: Look;
  /** The action is under way: pressing does nothing. Unlike a disabled button it keeps the focus. */
  readonly isBusy?: boolean;
}

/** A button whose label is a verb. A screen has one primary button; the others are outlined or quiet. */
export function Button({
  look = 'outlined',
  className = '',
  type = 'button',
  isBusy = false,
  onClick,
  ...rest
}: ButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type={type}
      aria-disabled={isBusy || undefined}
      className={`inline-flex min-h-[34px] shrink-0 items-center justify-center gap-2 rounded-small border px-3 py-1.5 text-sm font-medium whitespace-nowrap transition-colors duration-(--fast) disabled:opacity-60 aria-disabled:opacity-60 ${LOOKS[look]} ${className}`}
      onClick={click}
      {...rest}
    />
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  readonly label: string;
}

/** A button with only an icon. The label is its accessible name and its tooltip. */
export function IconButton({ label, className = '', type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={`inline-flex size-[34px] shrink-0 items-center justify-center rounded-small text-ink-soft transition-colors duration-(--fast) hover:bg-raised hover:text-ink disabled:opacity-60 ${className}`}
      {...rest}
    />
  );
}
