import { type QueryClient, queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';
import { AGENTS_KEY } from '#session/web/contribution/contribution.ts';

import type {
  LocalServersAnswer,
  ModelSettings,
  OfferedModels,
  ProviderId,
  SessionUsage,
  UsageByDay,
} from '../protocol.ts';

const OFFERED_FRESH_MS = 5 * 60_000;

/** Providers, roles, limits, and what was spent. */
export const modelSettingsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: () => api<ModelSettings>('GET', '/api/models'),
});

/** The models that a provider offers to this key. Not retried after a refusal. */
export function offeredModelsQuery(provider: ProviderId) {
  return queryOptions({
    queryKey: ['offered-models', provider],
    queryFn: async () => (await api<OfferedModels>('POST', `/api/models/providers/${provider}/list`)).models,
    staleTime: OFFERED_FRESH_MS,
    retry: false,
  });
}

/** The model servers on this machine. Searched once, and again where `refetchOnMount` requests it. */
export const localServersQuery = queryOptions({
  queryKey: ['local-models'],
  queryFn: async () => (await api<LocalServersAnswer>('GET', '/api/models/local')).servers,
  staleTime: Infinity,
  retry: false,
});

export const usageQuery = queryOptions({
  queryKey: ['model-usage'],
  queryFn: async () => (await api<UsageByDay>('GET', '/api/models/usage?days=30')).days,
});

export function sessionUsageQuery(session: string) {
  return queryOptions({
    queryKey: ['session-usage', session],
    queryFn: async () => (await api<SessionUsage>('GET', `/api/models/usage/sessions/${session}`)).lines,
  });
}

/** Stores the settings returned by a change, and refreshes the agents shown on other pages. */
export function storeModelSettings(queries: QueryClient, settings: ModelSettings): void {
  queries.setQueryData(modelSettingsQuery.queryKey, settings);
  void queries.invalidateQueries({ queryKey: [AGENTS_KEY] });
}
