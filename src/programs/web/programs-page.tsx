import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { QueryState } from '#elements/web/page/query-state.tsx';
import { Section } from '#elements/web/page/section.tsx';
import { ShownOnce } from '#elements/web/shown-once.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';
import { overviewQuery } from '#library/sources/web/queries.ts';

import type { AccessToken, AccessTokensAnswer } from '../protocol.ts';
import { type MadeToken, NewToken } from './new-token.tsx';
import { SCOPES } from './scopes.ts';
import { Ways } from './ways.tsx';

const WHEN = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

const tokensQuery = queryOptions({
  queryKey: ['access-tokens'],
  queryFn: () => api<AccessTokensAnswer>('GET', '/api/access-tokens'),
});

/** The access tokens of programs: created with a name, shown once with instructions, and withdrawn. */
export function ProgramsPage() {
  const queries = useQueryClient();
  const toast = useToast();
  const read = useQuery(tokensQuery);
  const buckets = useQuery(overviewQuery).data?.buckets ?? [];
  const [made, setMade] = useState<MadeToken | null>(null);
  const refresh = () => queries.invalidateQueries({ queryKey: tokensQuery.queryKey });
  if (!read.data) return <QueryState of={read} />;
  const { tokens, ...here } = read.data;
  const withdraw = async ({ id, name, session }: AccessToken) => {
    try {
      // So that the terminal shows it too.
      await api('DELETE', session === null ? `/api/access-tokens/${id}` : `/api/terminals/${session}/library`);
      toast({ text: `${name} is withdrawn.` });
    } catch (error) {
      toast({ text: messageOf(error) });
    }
    await refresh();
  };
  const mayDo = ({ scopes, bucketId }: AccessToken) => {
    const words = SCOPES.flatMap(({ scope, label }) => (scopes.includes(scope) ? label : [])).join(', ');
    if (bucketId === null) return words;
    const bucket = buckets.find(({ id }) => id === bucketId)?.name ?? 'a bucket that is gone';
    return scopes.includes('recall') ? `${words} · library: ${bucket} only` : `${words} · ${bucket} only`;
  };
  return (
    <>
      <Section title="Connect a program">
        <p className="mb-4 max-w-[62ch] text-ink-soft">
          Agents such as Claude Code reach your library and what is due through an access token of their own. What a
          program reads, it may also send elsewhere: to the provider of its model, to a website, to a file.
        </p>
        <NewToken
          buckets={buckets}
          onMade={(token) => {
            setMade(token);
            void refresh();
          }}
        />
      </Section>
      {tokens.length > 0 && (
        <Section title="Programs">
          <ul>
            {tokens.map((token) => (
              <li key={token.id} className="flex items-center gap-3 border-t border-line py-2 first:border-t-0">
                <div className="min-w-0 flex-1">
                  <div dir="auto" className="truncate text-left">
                    {token.name}
                  </div>
                  <div className="text-sm text-ink-soft">{mayDo(token)}</div>
                  <div className="text-sm text-ink-faint tabular-nums">{whenUsed(token)}</div>
                </div>
                <Button aria-label={`Withdraw ${token.name}`} onClick={() => void withdraw(token)}>
                  Withdraw
                </Button>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {made && (
        <ShownOnce
          title="Your access token"
          description="It is shown only now. Put it into the program that uses Warren."
          label="Token"
          value={made.token}
          onDone={() => setMade(null)}
        >
          {!made.isCapture && <Ways token={made.token} {...here} />}
        </ShownOnce>
      )}
    </>
  );
}

function whenUsed({ createdAt, lastUsedAt, client, session }: AccessToken): string {
  const used = lastUsedAt === null ? 'never used' : `last used ${WHEN.format(lastUsedAt)}`;
  const by = client === null ? '' : ` by ${client}`;
  return `Made ${WHEN.format(createdAt)}${session === null ? '' : ' for a terminal'}, ${used}${by}`;
}
