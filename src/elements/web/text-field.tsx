import { type ComponentProps, useId } from 'react';

interface FieldFrame {
  readonly label: string;
  /** What to write, or what it does. */
  readonly help?: string | undefined;
  readonly problem?: string | undefined;
}

const BOX =
  'w-full rounded-small border border-line-strong bg-surface px-3 py-2 text-ink aria-invalid:border-bad disabled:opacity-60';

function describedBy(id: string, { help, problem }: Omit<FieldFrame, 'label'>): string | undefined {
  return [problem && `${id}-problem`, help && `${id}-help`].filter(Boolean).join(' ') || undefined;
}

function Notes({ id, help, problem }: Omit<FieldFrame, 'label'> & { readonly id: string }) {
  return (
    <>
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
    </>
  );
}

/** One line of text with its label, its help and what is wrong with it. */
export function TextField({ label, help, problem, ...rest }: FieldFrame & ComponentProps<'input'>) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        dir="auto"
        className={`${BOX} min-h-[38px]`}
        aria-invalid={problem !== undefined}
        aria-describedby={describedBy(id, { help, problem })}
        {...rest}
      />
      <Notes id={id} help={help} problem={problem} />
    </div>
  );
}

/** Several lines of text. */
export function TextArea({ label, help, problem, className = '', ...rest }: FieldFrame & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <textarea
        id={id}
        dir="auto"
        className={`${BOX} font-serif text-read leading-normal ${className}`}
        aria-invalid={problem !== undefined}
        aria-describedby={describedBy(id, { help, problem })}
        {...rest}
      />
      <Notes id={id} help={help} problem={problem} />
    </div>
  );
}

/** A choice among a few, by the browser's own control. */
export function SelectField({ label, help, problem, ...rest }: FieldFrame & ComponentProps<'select'>) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        className={`${BOX} min-h-[38px]`}
        aria-invalid={problem !== undefined}
        aria-describedby={describedBy(id, { help, problem })}
        {...rest}
      />
      <Notes id={id} help={help} problem={problem} />
    </div>
  );
}
