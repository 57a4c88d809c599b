import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { ToastProvider } from '#elements/web/toast.tsx';

import type { ModelSettings } from '../protocol.ts';

/** For page tests: routes with given responses that record the requests. */
export interface AnsweringRoutes {
  /** By method and path, for example `PUT /api/models/limits`. */
  readonly answers: Record<string, { readonly status?: number; readonly body: unknown }>;
  /** The requests so far, with their bodies. */
  readonly asked: { readonly route: string; readonly body: unknown }[];
  readonly fetch: (path: string, init: { method: string; body?: string }) => Promise<Response>;
}

export function answeringRoutes(): AnsweringRoutes {
  const answers: AnsweringRoutes['answers'] = {};
  const asked: AnsweringRoutes['asked'] = [];
  return {
    answers,
    asked,
    fetch(path, { method, body }) {
      const route = `${method} ${path}`;
      asked.push({ route, body: body === undefined ? undefined : (JSON.parse(body) as unknown) });
      const answer = answers[route];
      if (!answer) return Promise.reject(new TypeError(`nothing answers ${route}`));
      return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 }));
    },
  };
}

/** The providers that every page needs: queries and toasts. */
export function PageAround({ children }: { readonly children: ReactNode }) {
  return (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ToastProvider>{children}</ToastProvider>
    </QueryClientProvider>
  );
}

/** Settings of a person with a key for Anthropic who chose a tutor. */
export const exampleSettings: ModelSettings = {
  isOffline: false,
  providers: [
    {
      id: 'anthropic',
      name: 'Anthropic',
      key: 'own',
      keyEnd: 'wxyz',
      baseUrl: 'https://api.anthropic.com',
      baseUrlFrom: 'default',
    },
    {
      id: 'openai',
      name: 'OpenAI',
      key: 'none',
      keyEnd: null,
      baseUrl: 'https://api.openai.com/v1',
      baseUrlFrom: 'default',
    },
  ],
  roles: [
    {
      id: 'tutor',
      choice: { provider: 'anthropic', model: 'claude-sonnet-5-5', maxTokens: 2_048 },
      isDefault: false,
      playedBy: 'Claude Sonnet 5.5',
      isEmbedded: false,
      notice: null,
    },
    {
      id: 'evaluator',
      choice: { provider: 'anthropic', model: 'claude-haiku-4-5-20251001', maxTokens: 1_024 },
      isDefault: true,
      playedBy: 'Claude Haiku 4.5',
      isEmbedded: false,
      notice: null,
    },
  ],
  models: [
    {
      provider: 'anthropic',
      id: 'claude-sonnet-5-5',
      name: 'Claude Sonnet 5.5',
      inputPrice: 2_000_000,
      outputPrice: 10_000_000,
    },
    {
      provider: 'anthropic',
      id: 'claude-haiku-4-5',
      name: 'Claude Haiku 4.5',
      inputPrice: 1_000_000,
      outputPrice: 5_000_000,
    },
  ],
  limits: { dayMicros: 2_000_000, monthMicros: null },
  spent: { dayMicros: 420_000, monthMicros: 3_000_000 },
};
