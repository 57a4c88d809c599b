// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import { ToastProvider } from '#elements/web/toast.tsx';

import type { FitFigures, MemoryModel as Model } from '../../../scheduling/protocol.ts';
import { MemoryModelPanel } from '../../../scheduling/web/memory-model/memory-model.tsx';
import type { Leech, RetentionPreview, SetSummary } from '../../protocol.ts';
import { LeechList } from '../leeches/leech-list.tsx';
import { SuggestTitle } from '../leeches/suggest-title.tsx';
import { SetSettingsDialog } from './set-settings-dialog.tsx';

interface Asked {
  readonly call: string;
  readonly body: unknown;
}
let asked: Asked[] = [];
/** Server answers by method and path: a value, or a status with a problem. */
let answers: Record<string, unknown> = {};

beforeEach(() => {
  asked = [];
  answers = {};
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body?: string }) => {
    const call = `${method} ${path}`;
    if (method !== 'GET') asked.push({ call, body: body === undefined ? undefined : (JSON.parse(body) as unknown) });
    const answer = answers[call];
    if (answer === undefined) return Promise.reject(new TypeError('no network'));
    const status = (answer as { status?: unknown }).status;
    return Promise.resolve(new Response(JSON.stringify(answer), { status: typeof status === 'number' ? status : 200 }));
  });
});
function show(children: ReactNode) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ToastProvider>{children}</ToastProvider>
    </QueryClientProvider>,
  );
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

const set = {
  id: 'rivers',
  status: 'active',
  description: '',
  folder: '',
  tutorInstructions: '',
  desiredRetention: null,
  newPerDay: null,
  reviewsPerDay: 30,
  examOn: null,
} as SetSummary;
const preview: RetentionPreview = {
  days: 90,
  points: 3,
  personRetention: 0.9,
  costs: [
    { retention: 0.9, reviewsPerDay: 12.1, remembered: 0.947 },
    { retention: 0.95, reviewsPerDay: 20.8, remembered: 0.97 },
  ],
};

test('a rejected value is reported at its field, and all entries stay', async () => {
  answers = {
    'GET /api/recall/sets/rivers/retention-preview': preview,
    'PATCH /api/recall/sets/rivers': {
      status: 400,
      kind: 'malformed',
      message: 'Too long.',
      field: 'tutorInstructions',
    },
  };
  show(<SetSettingsDialog set={set} onClose={() => expect.unreachable()} />);
  const instructions = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Instructions for the tutor' });
  await userEvent.type(instructions, 'Much.');
  await press('Save');
  expect((await screen.findByRole('alert')).textContent).toBe('Too long.');
  expect(instructions.value).toBe('Much.');
});

const leech: Leech = {
  pointId: 'p1',
  setId: 'rivers',
  setTitle: 'Rivers',
  number: 4,
  text: 'The Rhine is long; the Elbe is shorter.',
  question: 'How long is it?',
  context: 'Germany',
  images: [{ id: 'map', side: 'question' }],
  lapses: 8,
  parts: ['The Rhine is long.', 'The Elbe is shorter.'],
};

test('the editor of a leech has its images, and moves one to the other side', async () => {
  answers = {
    'GET /api/recall/leeches?set=rivers': { leeches: [leech] },
    'PATCH /api/recall/points/p1': {},
    'PATCH /api/recall/images/map': { ok: true },
  };
  show(<LeechList setId="rivers" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Point 4' }));
  const side = screen.getByRole('combobox', { name: 'Where image 1 is shown' });
  await userEvent.selectOptions(side, 'After the answer');
  await press('Save');
  const moved = { call: 'PATCH /api/recall/images/map', body: { side: 'answer' } };
  await expect.poll(() => asked).toContainEqual(moved);
});

test('a leech hides its text until requested', async () => {
  answers = { 'GET /api/recall/leeches?set=rivers': { leeches: [leech] } };
  show(<LeechList setId="rivers" />);
  await screen.findByText('forgotten 8 times');
  expect(screen.queryByText(leech.text)).toBeNull();
  await press('Show Point 4');
  expect(screen.getByText(leech.text)).toBeDefined();
});

test('a leech is split into the parts that the person has edited', async () => {
  answers = {
    'GET /api/recall/leeches': { leeches: [leech] },
    'POST /api/recall/points/p1/split': { ok: true },
  };
  show(<LeechList setId={null} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Split Rivers, point 4' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Part 2' }), { target: { value: ' ' } });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Split' }).disabled).toBe(true);
  fireEvent.change(screen.getByRole('textbox', { name: 'Part 2' }), { target: { value: 'The Elbe has 1,094 km.' } });
  await press('Split into 2');
  await screen.findByText('Split Rivers, point 4');
  const parts = [
    { text: 'The Rhine is long.', question: 'How long is it?', context: 'Germany' },
    { text: 'The Elbe has 1,094 km.', question: 'How long is it?', context: 'Germany' },
  ];
  expect(asked).toEqual([{ call: 'POST /api/recall/points/p1/split', body: { parts } }]);
});

const figures: FitFigures = {
  reviews: 1_000,
  fittedTo: 800,
  measuredOn: 200,
  before: { logLoss: 0.4, rmseBins: 0.09, auc: 0.6 },
  after: { logLoss: 0.35, rmseBins: 0.05, auc: null },
};
const model: Model = {
  active: { kind: 'published', weights: [], since: null, figures: null, moved: null },
  reviews: 1_040,
  needed: 400,
  run: null,
};
const PATH = '/api/recall/memory-model';

test('the page reports that schedules were moved to the weights in use, even if no fit is running', async () => {
  const active = { ...model.active, kind: 'own', since: Date.UTC(2026, 10, 22), figures, moved: 'all' } as const;
  answers = { [`GET ${PATH}`]: { ...model, active } };
  show(<MemoryModelPanel />);
  await screen.findByText(
    'Your own weights are in use since 22 November 2026. What was scheduled already was moved to them.',
  );
  expect(screen.getAllByRole('row')).toHaveLength(4);
});

test('with few reviews a fit cannot start, and the page shows how many it needs', async () => {
  answers = { [`GET ${PATH}`]: { ...model, reviews: 20 } };
  show(<MemoryModelPanel />);
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Fit to my reviews' });
  expect(button.disabled).toBe(true);
  expect(screen.getByText(/^20 of 400 repeated reviews so far/)).toBeDefined();
});

test('a failed fit shows the reason and can be retried', async () => {
  answers = { [`GET ${PATH}`]: { ...model, run: { status: 'failed', at: 1, message: 'The optimiser ended.' } } };
  show(<MemoryModelPanel />);
  expect((await screen.findByRole('alert')).textContent).toBe('The optimiser ended.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Fit again' }).disabled).toBe(false);
});

test('a suggested name fills the field, and the page names the agent', async () => {
  const names: string[] = [];
  answers = {
    'POST /api/recall/sets/rivers/suggest-title': {
      title: 'Rivers of Germany',
      by: 'Built in',
      isEmbedded: true,
      notice: null,
    },
  };
  show(<SuggestTitle setId="rivers" onSuggest={(title) => names.push(title)} />);
  await press('Suggest a name');
  await screen.findByText('Suggested by what is built in.');
  expect(names).toEqual(['Rivers of Germany']);
});
