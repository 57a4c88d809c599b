// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';

import type { MapRow } from './map-rows.ts';
import { SessionMap } from './session-map.tsx';

let done: string[] = [];
beforeEach(() => {
  done = [];
});

const HOUR = 3_600_000;
const visit = {
  enteredSeq: 4,
  enteredAt: 0,
  exitedSeq: 9,
  exitedAt: 8 * HOUR + 120_000,
  activeAt: 0,
  pausedMs: 8 * HOUR,
  pausedAt: null,
  pointsRecalled: 2,
};
const rows: readonly MapRow[] = [
  { kind: 'exchange', id: 'm2', words: 'Adenosine builds up' },
  {
    kind: 'visit',
    id: 'visit.4',
    hole: { id: 'h1', topic: 'lizards', visits: [visit], hasFindings: true },
    visit,
    isLast: true,
  },
];

function Map({ hasOlder = false }: { readonly hasOlder?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <SessionMap
      rows={rows}
      isOpen={isOpen}
      onOpenChange={setOpen}
      hasOlder={hasOlder}
      onLoadOlder={() => done.push('older')}
      onGo={(id) => done.push(`go ${id}`)}
      onRead={(id) => done.push(`read ${id}`)}
    />
  );
}

const open = () => userEvent.click(screen.getByRole('button', { name: 'Map of this session' }));

test('the map leads to a place on the trunk, to an entry, and to the reading view', async () => {
  render(<Map />);
  expect(screen.queryByRole('dialog')).toBeNull();
  for (const name of ['Go to Adenosine builds up', /^Go to where you turned off: lizards/, 'Read: lizards']) {
    await open();
    expect(screen.getByText('2 minutes, 2 points recalled')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name }));
    expect(screen.queryByRole('dialog')).toBeNull();
  }
  expect(done).toEqual(['go m2', 'go visit.4', 'read h1']);
});

test('Escape closes the map and restores the focus', async () => {
  render(<Map />);
  await open();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Map of this session' }));
});

test('earlier parts can be loaded', async () => {
  render(<Map hasOlder />);
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Draw what came before' }));
  expect(done).toEqual(['older']);
});
