import { useQuery, useQueryClient } from '@tanstack/react-query';

import { Button } from '#elements/web/button.tsx';
import { QueryState } from '#elements/web/page/query-state.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import type { SignIn } from '../../protocol.ts';
import { signInsQuery } from '../queries.ts';

const WHEN = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

export function SignIns() {
  const queries = useQueryClient();
  const toast = useToast();
  const read = useQuery(signInsQuery);
  const { data: signIns } = read;
  if (!signIns) return <QueryState of={read} />;

  const end = async (path: `/api/sign-ins${string}`, done: string) => {
    try {
      await api('DELETE', path);
      toast({ text: done });
    } catch (failure) {
      toast({ text: messageOf(failure) });
    }
    await queries.invalidateQueries({ queryKey: signInsQuery.queryKey });
  };
  const others = signIns.filter(({ isOwn }) => !isOwn);
  return (
    <>
      <ul>
        {signIns.map((signIn) => (
          <li key={signIn.id} className="flex items-center gap-3 border-t border-line py-2 first:border-t-0">
            <div className="min-w-0 flex-1">
              <div>{deviceName(signIn)}</div>
              <div className="text-sm text-ink-faint tabular-nums">{whenSeen(signIn)}</div>
            </div>
            {!signIn.isOwn && (
              <Button
                aria-label={`Sign out ${deviceName(signIn)}`}
                onClick={() => void end(`/api/sign-ins/${signIn.id}`, `${deviceName(signIn)} is signed out.`)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length === 0 ? (
        <p className="mt-1 text-ink-soft">You are signed in nowhere else.</p>
      ) : (
        <Button className="mt-2" onClick={() => void end('/api/sign-ins', 'You are signed out everywhere else.')}>
          Sign out everywhere else
        </Button>
      )}
    </>
  );
}

const deviceName = ({ device }: SignIn) => device ?? 'A browser or program';

function whenSeen({ isOwn, lastSeenAt, createdAt }: SignIn): string {
  const since = `signed in ${WHEN.format(createdAt)}`;
  if (isOwn) return `This browser, ${since}`;
  return lastSeenAt === null ? `Not seen lately, ${since}` : `Last seen ${WHEN.format(lastSeenAt)}, ${since}`;
}
