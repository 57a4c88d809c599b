import { type FormEvent, useState } from 'react';

import type { TokenAnswer } from '#account/protocol.ts';
import { Button } from '#elements/web/button.tsx';
import { SelectField, TextField } from '#elements/web/text-field.tsx';
import { formText } from '#elements/web/text/form-text.ts';
import { api, messageOf } from '#http-client/web/api.ts';

import type { AccessScope, NewAccessToken } from '../protocol.ts';
import { SCOPES } from './scopes.ts';

export interface MadeToken {
  readonly token: string;
  readonly isCapture: boolean;
}

interface NewTokenProps {
  readonly buckets: readonly { readonly id: string; readonly name: string }[];
  readonly onMade: (made: MadeToken) => void;
}

export function NewToken({ buckets, onMade }: NewTokenProps) {
  const [problem, setProblem] = useState<string | undefined>();
  const [isBusy, setBusy] = useState(false);
  const [scopes, setScopes] = useState<readonly AccessScope[]>(['read']);
  const isCapture = scopes.includes('capture');
  const make = async (form: HTMLFormElement) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const given = new FormData(form);
      const asked: NewAccessToken = {
        name: formText(given, 'name'),
        scopes: [...scopes],
        bucketId: (!isCapture && formText(given, 'bucket')) || null,
      };
      const { token } = await api<TokenAnswer>('POST', '/api/access-tokens', asked);
      onMade({ token, isCapture });
      form.reset();
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void make(event.currentTarget);
  };
  // “Capture only” cannot be combined.
  const choose = (scope: AccessScope, isChosen: boolean) => {
    const others = scopes.filter((each) => each !== scope);
    const fitting = others.filter((each) => (each === 'capture') === (scope === 'capture'));
    setScopes(isChosen ? [...fitting, scope] : others);
  };
  return (
    <form onSubmit={submit} className="flex max-w-[440px] flex-col gap-4">
      <TextField
        label="Name of a new token"
        name="name"
        required
        maxLength={60}
        placeholder="Claude Code on my laptop"
        problem={problem}
        help="Say where it is used, so that you know which one to withdraw."
      />
      <fieldset>
        <legend className="mb-1 text-sm font-medium">The program may</legend>
        {SCOPES.map(({ scope, label, help }) => (
          <label key={scope} className="flex min-h-[34px] items-start gap-2.5 py-1">
            <input
              type="checkbox"
              className="mt-1 flex-none"
              checked={scopes.includes(scope)}
              onChange={({ target }) => choose(scope, target.checked)}
            />
            <span>
              {label}
              <span className="block text-sm text-ink-faint">{help}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {buckets.length > 0 && !isCapture && (
        <SelectField
          label="In"
          name="bucket"
          help="With a bucket, it reads and keeps there alone. Recall is about all your points."
        >
          <option value="">The whole library</option>
          {buckets.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <Button type="submit" look="primary" className="self-end" isBusy={isBusy}>
        Make a token
      </Button>
    </form>
  );
}
