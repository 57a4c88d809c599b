// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';

import { exampleSettings, PageAround, press, routesOfEachTest } from '../../../../fixtures/page/answering-routes.tsx';
import type { SpendingLimits } from '../../protocol.ts';
import { LimitsForm } from './limits-form.tsx';

const PUT = 'PUT /api/models/limits';
const routes = routesOfEachTest(({ answers }) => void (answers[PUT] = { body: exampleSettings }));
const before = { dayMicros: 2_000_000, monthMicros: null };
/** The page, after the settings were read again. */
let readAgain: (limits: SpendingLimits) => void;

beforeEach(() => {
  const page = (limits: SpendingLimits) => (
    <PageAround>
      <LimitsForm limits={limits} />
    </PageAround>
  );
  const { rerender } = render(page(before));
  readAgain = (limits) => rerender(page(limits));
});

const day = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Limit per day, in dollars' });
const month = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Limit per month, in dollars' });
const sent = () => routes.sent(PUT);

test('limits are entered in dollars, empty for none, and can be undone', async () => {
  expect([day().value, month().value]).toEqual(['2', '']);
  await userEvent.clear(day());
  await userEvent.type(month(), '12,5');
  await press('Save');
  expect(await screen.findByText('Limits saved.')).toBeDefined();
  expect(month().value).toBe('12.5');
  await press('Undo');
  await expect
    .poll(() => sent())
    .toEqual([
      { dayMicros: null, monthMicros: 12_500_000 },
      { dayMicros: 2_000_000, monthMicros: null },
    ]);
  expect([day().value, month().value]).toEqual(['2', '']);
});

test('input stays if the limits cannot be saved', async () => {
  routes.answers[PUT] = { status: 503, body: { kind: 'store-failed', message: 'Nothing was written. Try again.' } };
  await userEvent.type(month(), '9');
  await press('Save');
  expect(await screen.findByText('Nothing was written. Try again.')).toBeDefined();
  expect(month().value).toBe('9');
});

test('limits changed in another window are shown unless there is unsaved input', async () => {
  readAgain({ dayMicros: 3_000_000, monthMicros: 9_000_000 });
  expect([day().value, month().value]).toEqual(['3', '9']);
  await userEvent.type(month(), '5');
  readAgain(before);
  expect([day().value, month().value]).toEqual(['3', '95']);
});
