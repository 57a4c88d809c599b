import type { ComponentProps, MouseEvent } from 'react';

type Look = 'primary' | 'outlined' | 'quiet';

const LOOKS: Record<Look, string> = {
  primary: 'border-accent bg-accent text-accent-ink hover:brightness-110',
  outlined: 'border-line-strong bg-surface text-ink hover:bg-raised',
  quiet: 'border-transparent text-ink-soft hover:bg-raised hover:text-ink',
};

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: Look;
  /** It is being done: pressing again does nothing, and the button keeps the focus, which a disabled one loses. */
  readonly isBusy?: boolean;
}

/** A verb. One primary on a screen; the others are outlined or bare. */
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

/** A bare button whose icon is its only content; the label is its name and its tooltip. */
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
