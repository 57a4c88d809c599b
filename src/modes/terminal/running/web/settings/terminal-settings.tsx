import { useQuery } from '@tanstack/react-query';

import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { Section } from '#elements/web/page/section.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { messageOf } from '#http-client/web/api.ts';

import { permissionsQuery } from '../queries.ts';
import { NotificationField } from './notification-field.tsx';
import { PermissionList } from './permission-list.tsx';
import { RefusedHooks } from './refused-hooks.tsx';

/** What is told of terminals in this browser and, for the first person, who may open them. */
export function TerminalSettings() {
  const { data, error, refetch } = useQuery(permissionsQuery);
  if (!data)
    return error ? <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} /> : <QuietLoading />;
  return (
    <>
      <Section title="Notifications in this browser">
        <NotificationField />
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
          <Section title="Refused messages of Claude Code">
            <RefusedHooks />
          </Section>
        </>
      )}
    </>
  );
}
