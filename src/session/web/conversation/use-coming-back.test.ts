// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import type { SessionState } from '../../protocol.ts';
import { useComingBack } from './use-coming-back.ts';

let isHidden = false;
Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
afterEach(() => {
  cleanup();
  isHidden = false;
});

interface Seen {
  readonly status: SessionState['status'];
  readonly isCurrent: boolean;
}

function look(first: Seen) {
  const asked: string[] = [];
  const ask = ({ type }: { type: string }) => void asked.push(type);
  const { rerender } = renderHook(
    ({ status, isCurrent }: Seen) => useComingBack({ state: { status } as SessionState, isCurrent }, ask),
    { initialProps: first },
  );
  return { asked, see: rerender };
}

test('a paused session is resumed once, as soon as its current state is known', () => {
  const { asked, see } = look({ status: 'paused', isCurrent: false });
  expect(asked).toEqual([]);
  see({ status: 'paused', isCurrent: true });
  see({ status: 'paused', isCurrent: true });
  expect(asked).toEqual(['resume_session']);
});

test('a state held from an earlier visit resumes nothing', () => {
  const { asked, see } = look({ status: 'paused', isCurrent: false });
  see({ status: 'open', isCurrent: true });
  expect(asked).toEqual([]);
});

test('a session that is paused elsewhere while its page is visible stays paused', () => {
  const { asked, see } = look({ status: 'open', isCurrent: true });
  see({ status: 'paused', isCurrent: true });
  expect(asked).toEqual([]);
});

test('a paused session is resumed when its page is visible again, or connected again', () => {
  const { asked, see } = look({ status: 'open', isCurrent: true });
  see({ status: 'paused', isCurrent: true });
  isHidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
  expect(asked).toEqual([]);
  isHidden = false;
  document.dispatchEvent(new Event('visibilitychange'));
  expect(asked).toHaveLength(1);
  see({ status: 'paused', isCurrent: false });
  see({ status: 'paused', isCurrent: true });
  expect(asked).toHaveLength(2);
});
