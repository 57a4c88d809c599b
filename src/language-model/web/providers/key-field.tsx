import { Eye, EyeOff } from 'lucide-react';
import { useId, useState } from 'react';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';

interface KeyFieldProps {
  readonly value: string;
  readonly onChange: (key: string) => void;
  readonly help: string;
  readonly problem: string | undefined;
}

/**
 * A field for a provider's key. It is not of type `password`, because browsers would fill in or save passwords. The
 * text is hidden by style until the person shows it.
 */
export function KeyField({ value, onChange, help, problem }: KeyFieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        Key
      </label>
      <div className="relative">
        <input
          id={id}
          name="provider-key"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          data-1p-ignore
          data-bwignore
          data-lpignore="true"
          maxLength={500}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={problem !== undefined}
          aria-describedby={[problem !== undefined && `${id}-problem`, `${id}-help`].filter(Boolean).join(' ')}
          className={`min-h-[38px] w-full rounded-small border border-line-strong bg-surface py-2 pr-11 pl-3 font-mono text-sm text-ink aria-invalid:border-bad ${isShown ? '' : '[-webkit-text-security:disc]'}`}
        />
        <IconButton
          label={isShown ? 'Hide the key' : 'Show the key'}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="absolute top-0.5 right-0.5"
        >
          <Icon of={isShown ? EyeOff : Eye} />
        </IconButton>
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} role="alert" className="mt-1 text-sm text-bad">
          {problem}
        </p>
      )}
      <p id={`${id}-help`} className="mt-1 text-sm text-ink-faint">
        {help}
      </p>
    </div>
  );
}
