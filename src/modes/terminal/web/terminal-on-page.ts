import { SquareTerminal } from 'lucide-react';

import { loadOnce } from '#elements/web/page/load-once.tsx';
import { pageRoute } from '#session/web/contribution/page-route.tsx';
import type { WebMode } from '#session/web/mode-screen.ts';

import { endedQuery } from '../chat-sources/web/queries.ts';
import { terminalToday } from '../chat-sources/web/terminal-today.tsx';
import { chatMessages } from '../chat/domain/chat-messages.ts';
import { foldTerminal } from '../running/domain/terminal-state.ts';
import { TerminalAttention } from '../running/web/attention/terminal-attention.tsx';
import { WaitingCount } from '../running/web/attention/waiting-count.tsx';
import { terminalsQuery } from '../running/web/queries.ts';

const place = {
  to: '/terminals',
  label: 'Terminals',
  icon: SquareTerminal,
  isLast: true,
  Count: WaitingCount,
} as const;

export const terminalOnPage: WebMode = {
  domain: { fold: foldTerminal, messages: chatMessages },
  screen: loadOnce(async () => (await import('../running/web/view/terminal-session.tsx')).TerminalSession),
  place,
  everywhere: { Component: TerminalAttention, preload: () => Promise.resolve() },
  messageAction: loadOnce(async () => (await import('../chat/web/messages/message-actions.tsx')).ChatMessageActions),
  settings: [
    {
      to: '/settings/terminals',
      label: 'Terminals',
      page: loadOnce(async () => (await import('../running/web/settings/terminal-settings.tsx')).TerminalSettings),
    },
  ],
  palette: loadOnce(async () => (await import('./terminal-palette.tsx')).TerminalPalette),
  today: terminalToday,
  seen: [{ queryKey: endedQuery.queryKey }, { queryKey: terminalsQuery.queryKey }],
  staleAfter: ({ mode }) => (mode === 'terminal' ? [['terminals'], endedQuery.queryKey] : []),
  staleAfterNews: ({ type }) => (type === 'library_changed' ? [endedQuery.queryKey] : []),
  routes: [
    pageRoute(
      '/terminals/old',
      loadOnce(async () => (await import('../running/web/old/old-sessions-page.tsx')).OldSessionsPage),
    ),
    pageRoute(
      place.to,
      loadOnce(async () => (await import('../running/web/list/terminals-page.tsx')).TerminalsPage),
    ),
  ],
};
