import { type FormEvent, useState } from 'react';

import type { TokenAnswer } from '#account/protocol.ts';
import { Button } from '#elements/web/button.tsx';
import { TextField } from '#elements/web/text-field.tsx';
import { formText } from '#elements/web/text/form-text.ts';
import { api, messageOf } from '#http-client/web/api.ts';

import type { AccessScope, NewAccessToken } from '../protocol.ts';
import { SCOPES } from './scopes.ts';

export function NewToken({ onMade }: { readonly onMade: (token: string) => void }) {
  const [problem, setProblem] = useState<string | undefined>();
  const [isBusy, setBusy] = useState(false);
  const [scopes, setScopes] = useState<readonly AccessScope[]>(['read']);
  const make = async (form: HTMLFormElement) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const asked: NewAccessToken = { name: formText(new FormData(form), 'name'), scopes: [...scopes] };
      onMade((await api<TokenAnswer>('POST', '/api/access-tokens', asked)).token);
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
  const choose = (scope: AccessScope, isChosen: boolean) =>
    setScopes((before) => [
      ...before.filter((each) => each !== scope && (!isChosen || (each === 'capture') === (scope === 'capture'))),
      ...(isChosen ? [scope] : []),
    ]);
  return (
    <form onSubmit={submit} className="flex max-w-[440px] flex-col gap-3">
      <TextField
        label="Name of a new token"
        name="name"
        required
        maxLength={60}
        placeholder="Claude Code on my laptop"
        problem={problem}
        help="Say where it is used, so that you know which one to withdraw."
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-sm font-medium">It may</legend>
        {SCOPES.map(({ scope, label, help }) => (
          <label key={scope} className="flex items-start gap-2.5">
            <input
              type="checkbox"
              className="mt-1 size-4"
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
      <Button type="submit" look="primary" className="self-end" isBusy={isBusy}>
        Make a token
      </Button>
    </form>
  );
}
