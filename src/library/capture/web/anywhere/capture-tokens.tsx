import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import type { CaptureToken, CaptureTokensAnswer, TokenAnswer } from '#account/protocol.ts';
import { Button } from '#elements/web/button.tsx';
import { QueryState } from '#elements/web/page/query-state.tsx';
import { ShownOnce } from '#elements/web/shown-once.tsx';
import { TextField } from '#elements/web/text-field.tsx';
import { formText } from '#elements/web/text/form-text.ts';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

const WHEN = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

const tokensQuery = queryOptions({
  queryKey: ['capture-tokens'],
  queryFn: async () => (await api<CaptureTokensAnswer>('GET', '/api/capture-tokens')).tokens,
});

/** The tokens that add to the library: made by a name, shown once, and withdrawn. */
export function CaptureTokens() {
  const queries = useQueryClient();
  const toast = useToast();
  const read = useQuery(tokensQuery);
  const [made, setMade] = useState<string | null>(null);
  const refresh = () => queries.invalidateQueries({ queryKey: tokensQuery.queryKey });
  const { data: tokens } = read;
  if (!tokens) return <QueryState of={read} />;
  const withdraw = async ({ id, name }: CaptureToken) => {
    try {
      await api('DELETE', `/api/capture-tokens/${id}`);
      toast({ text: `${name} is withdrawn.` });
    } catch (error) {
      toast({ text: messageOf(error) });
    }
    await refresh();
  };
  return (
    <>
      <NewToken
        onMade={(token) => {
          setMade(token);
          void refresh();
        }}
      />
      <ul className="mt-3">
        {tokens.map((token) => (
          <li key={token.id} className="flex items-center gap-3 border-t border-line py-2 first:border-t-0">
            <div className="min-w-0 flex-1">
              <div dir="auto" className="truncate text-left">
                {token.name}
              </div>
              <div className="text-sm text-ink-faint tabular-nums">{whenUsed(token)}</div>
            </div>
            <Button aria-label={`Withdraw ${token.name}`} onClick={() => void withdraw(token)}>
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
      {made !== null && (
        <ShownOnce
          title="Your capture token"
          description="It is shown only now. Put it into the program that adds to your library."
          label="Token"
          value={made}
          onDone={() => setMade(null)}
        />
      )}
    </>
  );
}

function NewToken({ onMade }: { readonly onMade: (token: string) => void }) {
  const [problem, setProblem] = useState<string | undefined>();
  const [isBusy, setBusy] = useState(false);
  const make = async (form: HTMLFormElement) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const name = formText(new FormData(form), 'name');
      onMade((await api<TokenAnswer>('POST', '/api/capture-tokens', { name })).token);
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
  return (
    <form onSubmit={submit} className="flex max-w-[440px] items-start gap-2">
      <div className="flex-1">
        <TextField
          label="Name of a new token"
          name="name"
          required
          maxLength={60}
          placeholder="Phone"
          problem={problem}
          help="Say where it is used, so that you know which one to withdraw."
        />
      </div>
      <Button type="submit" className="mt-6.5" isBusy={isBusy}>
        Make a token
      </Button>
    </form>
  );
}

const whenUsed = ({ createdAt, lastUsedAt }: CaptureToken) =>
  `Made ${WHEN.format(createdAt)}, ${lastUsedAt === null ? 'never used' : `last used ${WHEN.format(lastUsedAt)}`}`;
