// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Repeat } from 'lucide-react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { loadOnce } from '#elements/web/page/load-once.tsx';
import { PaletteGroup, PaletteItem } from '#elements/web/palette/palette-group.tsx';
import { ToastProvider } from '#elements/web/toast.tsx';
import type { SessionSummary } from '#session/protocol.ts';
import type { LiveClient } from '#session/web/client/live-client.ts';
import type { PaletteGroupsProps } from '#session/web/contribution/contribution.ts';
import { type PageComposition, PageCompositionContext } from '#session/web/contribution/page-composition.ts';
import { pageRoute } from '#session/web/contribution/page-route.tsx';
import type { TodayPart } from '#session/web/contribution/today-part.ts';
import { ConversationProvider } from '#session/web/conversation/conversation-provider.tsx';
import { Conversation } from '#session/web/conversation/conversation.tsx';
import { SessionHeader } from '#session/web/conversation/session-header.tsx';
import type { ModeScreenProps, WebMode } from '#session/web/mode-screen.ts';

import { sessionView } from '../../fixtures/page/session-view.ts';
import { keysSheet, newerPage, pages, palette, settingsFrame } from './pages.ts';
import { Connected } from './signed-in.tsx';

/** A mode that Warren does not have: the shell shows it only through its contribution. */
const mode = 'parrot';
const began = vi.fn<() => void>();
const today: TodayPart<{ phrases: number }> = {
  query: { queryKey: ['parrot-today'], queryFn: async () => ({ phrases: 3 }) },
  ready: ({ phrases }) => ({ count: phrases, words: 'phrases are ready' }),
  view: ({ phrases }, hasUnfinished) => ({
    sentence: `${phrases} phrases to repeat.`,
    hasPrimary: false,
    cards: [{ title: 'Phrases', place: 'first', content: hasUnfinished ? 'Some are open' : 'None is open' }],
  }),
};
const parrot: WebMode = {
  domain: { fold: (state: unknown) => state } as unknown as WebMode['domain'],
  screen: loadOnce(async () => ({ view }: ModeScreenProps) => (
    <ConversationProvider view={view}>
      <Conversation
        header={
          <SessionHeader title={`Parrot: ${view.state.title}`} progress="Once">
            <button type="button">Louder</button>
          </SessionHeader>
        }
        words={{ label: 'A phrase', placeholder: 'Say something' }}
      />
    </ConversationProvider>
  )),
  place: { to: '/parrot', label: 'Parrot', icon: Repeat },
  routes: [
    pageRoute(
      '/parrot',
      loadOnce(async () => () => <h1>All phrases</h1>),
    ),
    pageRoute(
      '/parrot/$phraseId',
      loadOnce(async () => ({ phraseId }: { readonly phraseId: string }) => <h1>Phrase {phraseId}</h1>),
    ),
  ],
  links: [{ to: '/parrot/first', label: 'First phrase' }],
  settings: [{ to: '/settings/parrot', label: 'Parrot', page: loadOnce(async () => () => <p>How loud</p>) }],
  palette: loadOnce(async () => ({ choose }: PaletteGroupsProps) => (
    <PaletteGroup heading="Parrot">
      <PaletteItem value="begin parrot" onSelect={choose(began)}>
        Begin to repeat
      </PaletteItem>
    </PaletteGroup>
  )),
  today,
  agents: {
    queryKey: ['agents', 'parrot'],
    queryFn: async () => [{ name: 'Polly', embedded: false, destination: 'parrots.example' }],
  },
};
const composition: PageComposition = { modes: { parrot }, slices: [] };

const summary: SessionSummary = {
  session: 's1',
  mode,
  title: 'Good morning',
  status: 'open',
  lastLine: 'Say it again',
  needsYou: true,
  updatedAt: Date.now(),
};
const view = sessionView({ head: 1, mode, title: summary.title, agent: 'Polly' });
const nothing = () => undefined;
const say = vi.fn<LiveClient['say']>();
const client = {
  status: () => 'live',
  onStatus: () => nothing,
  storeProblem: () => null,
  onSummary: () => nothing,
  onNews: () => nothing,
  hold: () => nothing,
  view: () => view,
  onView: () => nothing,
  say,
} as unknown as LiveClient;

const answers: Readonly<Record<string, unknown>> = {
  '/api/preferences': { timeZone: 'Europe/Zurich', dayStartsAt: 0, desiredRetention: 0.9, isChosen: true },
  '/api/sessions': { sessions: [summary] },
  '/api/undo/recent': { actions: [{ id: 'u1', kind: 'x', label: 'Deleted “Bread”', at: 1 }] },
};

// The frame fetches these when it is idle: a fetch that the end of this file interrupts would fail in later files too.
beforeAll(() =>
  Promise.all([...Object.values(pages), settingsFrame, palette, keysSheet, newerPage].map((part) => part.preload())),
);
beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => Response.json(answers[address] ?? {}));
});
function open(path: string): void {
  window.history.replaceState(null, '', path);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <PageCompositionContext value={composition}>
          <Connected client={client} />
        </PageCompositionContext>
      </ToastProvider>
    </QueryClientProvider>,
  );
}

const rail = async () => within((await screen.findAllByRole('navigation', { name: 'Main' }))[0]!);
const current = async () =>
  (await rail())
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map(({ textContent }) => textContent);

test('Today shows the part of the mode, and its unfinished session', async () => {
  open('/');
  expect(await screen.findByText('3 phrases to repeat. One session waits for you.')).toBeDefined();
  expect(await screen.findByText('Some are open')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Phrases' })).toBeDefined();
  const waiting = within(screen.getByRole('heading', { name: 'Waits for you' }).closest('section')!);
  expect(waiting.getByText('Good morning')).toBeDefined();
  expect(waiting.getByRole('button', { name: 'Answer' })).toBeDefined();
});

test('the rail shows its place, its count of ready items, its recent session and its agent', async () => {
  open('/');
  await screen.findByText(/^3 phrases to repeat\./);
  const shown = await rail();
  expect(shown.getByRole('link', { name: /Today.*3 phrases are ready/ })).toBeDefined();
  expect(shown.getByRole('link', { name: 'Parrot' }).getAttribute('href')).toBe('/parrot');
  expect(shown.getByRole('link', { name: 'Good morning' }).getAttribute('href')).toBe('/session/s1');
  expect(await shown.findByText('What you say goes to parrots.example')).toBeDefined();
});

test('its session has its screen, and its row is the only selected one', async () => {
  open('/session/s1');
  expect(await screen.findByRole('heading', { name: 'Parrot: Good morning' })).toBeDefined();
  expect(await current()).toEqual(['Good morning']);
});

test('its session has the conversation of every mode', async () => {
  open('/session/s1');
  const field = await screen.findByRole('textbox', { name: 'A phrase' });
  expect(screen.getByRole('log', { name: 'Conversation' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Louder' })).toBeDefined();
  await userEvent.type(field, 'Good day{Enter}');
  expect(say).toHaveBeenCalledWith('s1', 'Good day');
});

test('its pages get the parameters of their paths', async () => {
  open('/parrot/first');
  expect(await screen.findByRole('heading', { name: 'Phrase first' })).toBeDefined();
  expect(await current()).toEqual(['Parrot']);
});

test('its settings page is among the others', async () => {
  open('/settings/parrot');
  expect(await screen.findByText('How loud')).toBeDefined();
  const pages = within(screen.getByRole('navigation', { name: 'Settings' }));
  expect(pages.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['General', 'Parrot', 'About']);
  expect(pages.getByRole('link', { name: 'Parrot' }).getAttribute('aria-current')).toBe('page');
});

test('the palette goes to its pages and runs its commands', async () => {
  open('/');
  await screen.findByText(/^3 phrases to repeat\./);
  await userEvent.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Go to' });
  const names = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(names).toEqual([
    'Undo: Deleted “Bread”Ctrl/Cmd-Z',
    'Today',
    'Parrot',
    'Settings',
    'Sessions',
    'First phrase',
    'Settings, Parrot',
    'Settings, About',
    'Begin to repeat',
    'Show all keys?',
    'Good morningopen',
  ]);
  const selected = () => screen.getByRole('option', { selected: true }).textContent;
  expect(selected()).toBe('Today');
  await userEvent.keyboard('bread');
  expect(selected()).toContain('Undo');
  await userEvent.keyboard('{Backspace>5/}');
  expect(selected()).toBe('Today');
  await userEvent.click(screen.getByRole('option', { name: 'Begin to repeat' }));
  expect(began).toHaveBeenCalledOnce();
});
