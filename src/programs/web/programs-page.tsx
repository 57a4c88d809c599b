import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { QueryState } from '#elements/web/page/query-state.tsx';
import { Section } from '#elements/web/page/section.tsx';
import { ShownOnce } from '#elements/web/shown-once.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import type { AccessToken, AccessTokensAnswer } from '../protocol.ts';
import { NewToken } from './new-token.tsx';
import { SCOPES } from './scopes.ts';

const WHEN = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

const tokensQuery = queryOptions({
  queryKey: ['access-tokens'],
  queryFn: async () => (await api<AccessTokensAnswer>('GET', '/api/access-tokens')).tokens,
});

/** The access tokens of programs: made by a name, shown once, and withdrawn. */
export function ProgramsPage() {
  const queries = useQueryClient();
  const toast = useToast();
  const read = useQuery(tokensQuery);
  const [made, setMade] = useState<string | null>(null);
  const refresh = () => queries.invalidateQueries({ queryKey: tokensQuery.queryKey });
  const { data: tokens } = read;
  if (!tokens) return <QueryState of={read} />;
  const withdraw = async ({ id, name }: AccessToken) => {
    try {
      await api('DELETE', `/api/access-tokens/${id}`);
      toast({ text: `${name} is withdrawn.` });
    } catch (error) {
      toast({ text: messageOf(error) });
    }
    await refresh();
  };
  return (
    <>
      <Section title="Connect a program">
        <NewToken
          onMade={(token) => {
            setMade(token);
            void refresh();
          }}
        />
      </Section>
      <Section title="Programs">
        <ul>
          {tokens.map((token) => (
            <li key={token.id} className="flex items-center gap-3 border-t border-line py-2 first:border-t-0">
              <div className="min-w-0 flex-1">
                <div dir="auto" className="truncate text-left">
                  {token.name}
                </div>
                <div className="text-sm text-ink-faint">{mayDo(token)}</div>
                <div className="text-sm text-ink-faint tabular-nums">{whenUsed(token)}</div>
              </div>
              <Button aria-label={`Withdraw ${token.name}`} onClick={() => void withdraw(token)}>
                Withdraw
              </Button>
            </li>
          ))}
        </ul>
      </Section>
      {made !== null && (
        <ShownOnce
          title="Your access token"
          description="It is shown only now. Put it into the program."
          label="Token"
          value={made}
          onDone={() => setMade(null)}
        />
      )}
    </>
  );
}

const mayDo = ({ scopes }: AccessToken) =>
  SCOPES.flatMap(({ scope, label }) => (scopes.includes(scope) ? label : [])).join(', ');

const whenUsed = ({ createdAt, lastUsedAt, client }: AccessToken) =>
  `Made ${WHEN.format(createdAt)}, ${lastUsedAt === null ? 'never used' : `last used ${WHEN.format(lastUsedAt)}`}${client === null ? '' : ` by ${client}`}`;
