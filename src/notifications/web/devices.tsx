import { useMutation, useQueryClient } from '@tanstack/react-query';

import { Button } from '#elements/web/button.tsx';
import { NeedsHttps } from '#elements/web/page/needs-https.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import type { NotificationsAnswer, NotifiedDevice } from '../protocol.ts';
import { Choice } from './choice.tsx';
import { HomeScreenSteps } from './home-screen-steps.tsx';
import { notificationsQuery } from './queries.ts';
import { forgetSubscription, readinessOf, turnOn } from './this-browser.ts';

const QUOTES =
  'Without this, a notification here has the name of the session and nothing that was said. With it, others may read them on its lock screen, and allow there what Claude Code asks for, if it is short.';

const WHEN = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** The devices that get notifications, and whether this one does. */
export function Devices({ devices, publicKey, hasContact }: Omit<NotificationsAnswer, 'choices'>) {
  const own = devices.find(({ isOwn }) => isOwn);
  return (
    <>
      {!own && <ThisBrowser publicKey={publicKey} />}
      {devices.length > 0 && (
        <ul className={own ? undefined : 'mt-4'}>
          {devices
            .toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn))
            .map((device) => (
              <Device key={device.id} device={device} />
            ))}
        </ul>
      )}
      {publicKey !== null && !hasContact && (
        <p className="mt-3 max-w-[62ch] text-sm text-ink-faint">
          This server has no public name, so push services get no address to write to. Apple’s may then deliver nothing
          to iPhones and Macs, until the operator of the server sets WARREN_CONTACT.
        </p>
      )}
    </>
  );
}

function ThisBrowser({ publicKey }: Pick<NotificationsAnswer, 'publicKey'>) {
  const queries = useQueryClient();
  const readiness = readinessOf();
  const { mutate, isPending, error } = useMutation({
    mutationFn: turnOn,
    onSuccess: (answer) => queries.setQueryData(notificationsQuery.queryKey, answer),
  });
  if (publicKey === null) return <Words>This server is offline (WARREN_OFFLINE), and sends no notifications.</Words>;
  if (readiness === 'needs-https') return <NeedsHttps what="get notifications from" />;
  if (readiness === 'needs-home-screen') return <HomeScreenSteps />;
  if (readiness === 'cannot') return <Words>This browser cannot get notifications.</Words>;
  return (
    <>
      <Words>Nothing is sent to this browser.</Words>
      <Button look="primary" className="mt-3" isBusy={isPending} onClick={() => mutate(publicKey)}>
        Turn on in this browser
      </Button>
      {error && (
        <p role="alert" className="mt-2 max-w-[62ch] text-sm text-bad">
          {messageOf(error)}
        </p>
      )}
    </>
  );
}

const Words = ({ children }: { readonly children: React.ReactNode }) => (
  <p className="max-w-[62ch] text-ink-soft">{children}</p>
);

function Device({ device }: { readonly device: NotifiedDevice }) {
  const { id, isOwn, lastSeenAt, withWords } = device;
  const queries = useQueryClient();
  const toast = useToast();
  const name = device.name ?? 'A browser';
  const act = useMutation({
    mutationFn: async (what: 'test' | 'off') => {
      if (what === 'test') return api('POST', `/api/notifications/devices/${id}/test`);
      if (isOwn) await forgetSubscription();
      return api('DELETE', `/api/notifications/devices/${id}`);
    },
    onSuccess: (_, what) =>
      toast({ text: what === 'test' ? `A test is on its way to ${name}.` : `${name} gets nothing more.` }),
    onError: (error) => toast({ text: messageOf(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: notificationsQuery.queryKey }),
  });
  const quote = useMutation({
    mutationFn: (to: boolean) => api<NotificationsAnswer>('PUT', `/api/notifications/devices/${id}`, { withWords: to }),
    onSuccess: (answer) => queries.setQueryData(notificationsQuery.queryKey, answer),
    onError: (error) => toast({ text: messageOf(error) }),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line py-2 first:border-t-0">
      <div className="min-w-40 flex-1">
        <div>{name}</div>
        <div className="text-sm text-ink-faint tabular-nums">
          {isOwn ? 'This browser' : lastSeenAt === null ? 'Not seen lately' : `Last seen ${WHEN.format(lastSeenAt)}`}
        </div>
      </div>
      <Button aria-label={`Send a test to ${name}`} disabled={act.isPending} onClick={() => act.mutate('test')}>
        Send a test
      </Button>
      <Button aria-label={`Turn off ${name}`} disabled={act.isPending} onClick={() => act.mutate('off')}>
        Turn off
      </Button>
      <div className="basis-full">
        <Choice
          label="Quote the session’s latest words"
          help={QUOTES}
          isChosen={quote.isPending ? quote.variables : withWords}
          onChange={quote.mutate}
        />
      </div>
    </li>
  );
}
