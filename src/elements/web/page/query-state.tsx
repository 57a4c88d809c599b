import type { UseQueryResult } from '@tanstack/react-query';

import { messageOf } from '#http-client/web/api.ts';

import { ProblemNotice } from '../problem-notice.tsx';
import { QuietLoading } from './quiet-loading.tsx';

/** Shown instead of data that a query has not read yet, or cannot read. */
export function QueryState({ of: { data, error, refetch } }: { readonly of: UseQueryResult }) {
  if (data !== undefined) return null;
  return error ? <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} /> : <QuietLoading />;
}
