import { useQuery } from '@tanstack/react-query';

import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { messageOf } from '#http-client/web/api.ts';

import { PreferencesForm } from './preferences-form.tsx';
import { preferencesQuery } from './queries.ts';

/** The form of preferences, once they have been read. */
export function PreferencesPanel() {
  const { data: preferences, error, refetch } = useQuery(preferencesQuery);
  if (preferences) return <PreferencesForm preferences={preferences} />;
  return error ? <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} /> : <QuietLoading />;
}
