import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { Section } from '#elements/web/page/section.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';

import type { PermissionsAnswer } from '../../../protocol.ts';
import { allowTerminals, permissionsQuery, refusedHooksQuery, terminalsQuery } from '../queries.ts';

const WORDS: Readonly<Record<string, string>> = {
  forged: 'without the right secret',
  unknownSession: 'for no session that runs',
  fromPage: 'sent by a web page',
  tooLarge: 'too large',
  malformed: 'malformed',
  wrongTranscript: 'with a transcript from elsewhere',
  replayed: 'sent again',
  late: 'late',
};

/** Settings of notifications and, for the first person, of who can open terminals. */
export function TerminalSettings() {
  const { data, error, refetch } = useQuery(permissionsQuery);
  if (!data)
    return error ? <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} /> : <QuietLoading />;
  return (
    <>
      <Section title="Notifications">
        <p className="max-w-[62ch] text-ink-soft">
          The tab and the rail show how many terminals wait for you. What else notifies you is chosen under{' '}
          <Link to="/settings/notifications" className="text-accent-text underline underline-offset-2">
            Notifications
          </Link>
          .
        </p>
      </Section>
      {data.people.length > 0 && (
        <>
          <Section title="Who may open terminals">
            <p className="mb-3 max-w-[62ch] text-ink-soft">
              A terminal acts with the account that runs Warren: it can read and change whatever that account can, the
              data of everybody here included.
            </p>
            <PermissionList people={data.people} />
          </Section>
          {data.atStop && (
            <Section title="When Warren stops">
              <AtStop {...data.atStop} />
            </Section>
          )}
          <Section title="Refused messages of Claude Code">
            <RefusedHooks />
          </Section>
        </>
      )}
    </>
  );
}

/** What happens to programs at a stop. It is a setting of the server, like its address. */
function AtStop({ endsPrograms, waitHours }: NonNullable<PermissionsAnswer['atStop']>) {
  return (
    <p className="max-w-[62ch] text-ink-soft">
      {endsPrograms ? (
        <>
          What runs in terminals ends with Warren. Without the setting <code>WARREN_END_TERMINALS</code> it goes on.
        </>
      ) : (
        <>
          What runs in terminals goes on, for up to {waitHours} {waitHours === 1 ? 'hour' : 'hours'}, and the next start
          of Warren finds it. <code>warren stop --terminals</code> ends all of it. With{' '}
          <code>WARREN_END_TERMINALS=1</code> it ends whenever Warren stops; <code>WARREN_TERMINAL_HOURS</code> changes
          the hours.
        </>
      )}
    </p>
  );
}

/** Hooks of Claude Code's sessions that had no effect since the server started. */
function RefusedHooks() {
  const { data } = useQuery(refusedHooksQuery);
  const counts = Object.entries(data?.refused ?? {}).filter(([, count]) => count > 0);
  if (!data) return null;
  if (counts.length === 0) return <p className="text-ink-soft">None since Warren started.</p>;
  return (
    <>
      <p className="text-ink-soft">
        They changed nothing. Some come late or twice; more than a few of the others do not happen by themselves.
      </p>
      <ul className="mt-2">
        {counts.map(([why, count]) => (
          <li key={why} className="tabular-nums">
            {count} {WORDS[why] ?? why}
          </li>
        ))}
      </ul>
    </>
  );
}

/** A checkbox for each person. A change takes effect at once. */
function PermissionList({ people }: Pick<PermissionsAnswer, 'people'>) {
  const queries = useQueryClient();
  const toast = useToast();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: allowTerminals,
    onSuccess: (saved) => {
      queries.setQueryData(permissionsQuery.queryKey, saved);
      void queries.invalidateQueries({ queryKey: terminalsQuery.queryKey });
    },
    onError: (error) => toast({ text: messageOf(error) }),
  });
  return (
    <ul>
      {people.map(({ id, name, isAllowed }) => {
        const isChanging = isPending && variables.person === id;
        return (
          <li key={id}>
            <label className="flex min-h-[38px] items-center gap-2.5">
              <input
                type="checkbox"
                checked={isChanging ? variables.isAllowed : isAllowed}
                onChange={(event) => mutate({ person: id, isAllowed: event.target.checked })}
                className="size-4 accent-accent"
              />
              <span dir="auto">{name}</span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}
