import { useQuery } from '@tanstack/react-query';

import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { Trouble } from '#elements/web/trouble.tsx';
import { messageOf } from '#http-client/web/api.ts';

import { PreferencesForm } from './preferences-form.tsx';
import { preferencesQuery } from './queries.ts';

/** The form of preferences, once they have been read. */
export function PreferencesPanel() {
  const { data: preferences, error, refetch } = useQuery(preferencesQuery);
  if (preferences) return <PreferencesForm preferences={preferences} />;
  return error ? <Trouble message={messageOf(error)} onRetry={() => void refetch()} /> : <QuietLoading />;
}
