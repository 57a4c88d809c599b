import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { Button } from '#elements/web/button.tsx';
import { EmptyState } from '#elements/web/page/empty-state.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';

import type { OtherServer } from '../../protocol.ts';
import { goOnAt, terminalsQuery } from './queries.ts';

/** The server can stop or start, and the person can be moved back to it. */
const LOOK_AGAIN_MS = 3_000;

/** The terminals, polled while some are on another server. */
export function useTerminals() {
  return useQuery({
    ...terminalsQuery,
    refetchInterval: ({ state }) => state.data?.terminals.some(({ server }) => server) === true && LOOK_AGAIN_MS,
  });
}

export const useServerOf = (session: string): OtherServer | null =>
  useTerminals().data?.terminals.find((each) => each.session === session)?.server ?? null;

/** Moves the person to the server of a terminal, and shows the terminal. */
export function GoOnButton({
  session,
  server,
  look = 'outlined',
}: {
  readonly session: string;
  readonly server: OtherServer;
  readonly look?: 'primary' | 'outlined';
}) {
  const toast = useToast();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      await goOnAt(session);
      // The other server answers this request.
      await queries.invalidateQueries(terminalsQuery);
    },
    onError: (error) => toast({ text: messageOf(error) }),
  });
  if (!server.isAlive) return null;
  return (
    <Button look={look} isBusy={isPending} onClick={() => mutate()}>
      {`Go on at ${server.name}`}
    </Button>
  );
}

interface OtherServerBarProps {
  readonly session: string;
  readonly server: OtherServer;
  readonly isOver: boolean;
}

/** Shows which server a terminal is on, and what the person can do. */
export function OtherServerBar({ session, server, isOver }: OtherServerBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line bg-sunken px-4 py-2 wide:px-6">
      <output className="mr-auto text-sm">{inWords(server, isOver)}</output>
      <GoOnButton session={session} server={server} look="primary" />
    </div>
  );
}

function inWords({ name, isAlive }: OtherServer, isOver: boolean): string {
  if (!isAlive)
    return isOver
      ? `This terminal is on the server ${name}, which does not run at the moment.`
      : `This terminal is on the server ${name}, which does not run at the moment. Its program may go on there.`;
  return isOver
    ? `This terminal is on the server ${name}. Another server serves you, so that it can only be read here.`
    : `This terminal runs on the server ${name}. Another server serves you, so that it can only be read here.`;
}

/** Replaces content that is on the disk of a stopped server. `what`: for example "The recording is". */
export function OnStoppedServer({ what, name }: { readonly what: string; readonly name: string }) {
  return (
    <div className="px-4 wide:px-6">
      <EmptyState>{`${what} on the server ${name}, and can be read once it runs again.`}</EmptyState>
    </div>
  );
}
