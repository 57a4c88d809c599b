import { useMutation } from '@tanstack/react-query';

import { Button } from '#elements/web/button.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';

import type { TerminalView } from '../../../protocol.ts';
import { closeLibrary } from '../queries.ts';

interface LibraryLineProps {
  readonly session: string;
  readonly library: NonNullable<TerminalView['library']>;
}

/** Shows the part of the library that a session can access, with a button that ends the access. */
export function LibraryLine({ session, library: { bucket, canKeep, closed } }: LibraryLineProps) {
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: () => closeLibrary(session),
    onError: (error) => toast({ text: messageOf(error) }),
  });
  if (closed !== null) return <p className="mt-3 text-sm text-ink-soft">{CLOSED[closed]}</p>;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <p className="min-w-0 flex-1">
        <span dir="auto" className="[overflow-wrap:anywhere]">
          Library: {bucket?.name ?? 'all of it'}
        </span>
        <span className="block text-ink-soft">
          Claude may {canKeep ? 'read it and keep sources in it' : 'read it'}.
        </span>
      </p>
      <Button aria-label="Stop the access to the library" isBusy={isPending} onClick={() => mutate()}>
        Stop access
      </Button>
    </div>
  );
}

const CLOSED = {
  stopped: 'Library: you stopped the access of this session.',
  'old-address':
    'Library: out of reach, since Warren has another address than when this program started. Start the session again to reach it.',
} as const;
