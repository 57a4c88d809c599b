import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { useFieldFrame } from '#elements/web/text-field.tsx';

interface KeyFieldProps {
  readonly value: string;
  readonly onChange: (key: string) => void;
  readonly help: string;
  readonly problem: string | undefined;
}

/**
 * A field for a provider's key. It is not of type `password`, because browsers would fill in or save passwords. CSS
 * hides the text until the person shows it.
 */
export function KeyField({ value, onChange, help, problem }: KeyFieldProps) {
  const { frame, tied } = useFieldFrame({ label: 'Key', help, problem });
  const [isShown, setShown] = useState(false);
  return frame(
    <div className="relative">
      <input
        {...tied}
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
    </div>,
  );
}
