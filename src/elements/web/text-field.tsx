import { type ComponentProps, type ReactNode, useId } from 'react';

interface FieldFrame {
  readonly label: string;
  /** A hint: the expected value, or the effect of the field. */
  readonly help?: string | undefined;
  readonly problem?: string | undefined;
}

const BOX =
  'w-full rounded-small border border-line-strong bg-surface px-3 py-2 text-ink aria-invalid:border-bad disabled:opacity-60';

/** The label, help and problem around a field, and the attributes that connect them. */
export function useFieldFrame({ label, help, problem }: FieldFrame) {
  const id = useId();
  const frame = (field: ReactNode) => (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      {field}
      {problem !== undefined && (
        <p id={`${id}-problem`} role="alert" className="mt-1 text-sm text-bad">
          {problem}
        </p>
      )}
      {help !== undefined && (
        <p id={`${id}-help`} className="mt-1 text-sm text-ink-faint">
          {help}
        </p>
      )}
    </div>
  );
  const described = [problem && `${id}-problem`, help && `${id}-help`].filter(Boolean).join(' ') || undefined;
  return { frame, tied: { id, 'aria-invalid': problem !== undefined, 'aria-describedby': described } };
}

/** One line of text with its label, its help and its problem. */
export function TextField({ label, help, problem, ...rest }: FieldFrame & ComponentProps<'input'>) {
  const { frame, tied } = useFieldFrame({ label, help, problem });
  return frame(<input {...tied} dir="auto" className={`${BOX} min-h-[38px]`} {...rest} />);
}

/** Several lines of text, at least `rows`; the field grows with them. */
export function TextArea({
  label,
  help,
  problem,
  rows = 2,
  className = '',
  ...rest
}: FieldFrame & ComponentProps<'textarea'>) {
  const { frame, tied } = useFieldFrame({ label, help, problem });
  return frame(
    <textarea
      {...tied}
      dir="auto"
      rows={rows}
      style={{ minHeight: `calc(${rows}lh + 1.125rem)` }}
      className={`${BOX} field-sizing-content max-h-[60dvh] font-serif text-read leading-normal ${className}`}
      {...rest}
    />,
  );
}

/** A choice of one among a few, with the control of the browser. */
export function SelectField({ label, help, problem, ...rest }: FieldFrame & ComponentProps<'select'>) {
  const { frame, tied } = useFieldFrame({ label, help, problem });
  return frame(<select {...tied} className={`${BOX} min-h-[38px]`} {...rest} />);
}

/** A field that searches the list below it. Its label is its accessible name. */
export function SearchField({ label, className = '', ...rest }: ComponentProps<'input'> & { readonly label: string }) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder="Search"
      autoComplete="off"
      dir="auto"
      className={`min-h-[34px] rounded-small border border-line-strong bg-surface px-2.5 text-sm ${className}`}
      {...rest}
    />
  );
}
