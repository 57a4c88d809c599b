import { expect, test } from 'vitest';

import { AgentStatus } from './agent-status.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** Collects every reported status, in order. */
function follow(options: { readonly echoMs?: number; readonly quietAfterMs?: number } = {}) {
  const told: string[] = [];
  const status = new AgentStatus({
    ...options,
    onStatus: ({ status: now, detail }) => told.push(detail === null ? now : `${now}: ${detail}`),
  });
  return { status, told };
}

test('silence is reported as quiet until there is output', async () => {
  const { status, told } = follow({ quietAfterMs: 20 });
  status.hear(bytes('working'));
  await expect.poll(() => told).toEqual(['quiet']);
  status.hear(bytes('more'));
  expect(told).toEqual(['quiet', 'running']);
  status.end();
});

test('a bell and a notification ask for the person until somebody types', () => {
  const { status, told } = follow();
  status.hear(bytes('done\u0007'));
  status.hear(bytes('a spinner'));
  status.hear(bytes('\u001B]9;Approve the command\u0007'));
  status.typed('\u001B[I');
  status.typed('y');
  expect(told).toEqual(['rang', 'rang: Approve the command', 'running']);
  status.end();
});

test('a bell from before a restart of the server counts until somebody types', () => {
  const told: string[] = [];
  const status = new AgentStatus({ known: 'rang', onStatus: ({ status: now }) => told.push(now) });
  status.hear(bytes('a spinner'));
  status.typed('y');
  expect(told).toEqual(['running']);
  status.end();
});

test.each(['typed', 'resized'] as const)('output right after it is %s is neither work nor a bell', async (what) => {
  const { status, told } = follow({ quietAfterMs: 20, echoMs: 60_000 });
  await expect.poll(() => told).toEqual(['quiet']);
  status[what]('a');
  status.hear(bytes('a\u0007'));
  expect(told).toEqual(['quiet']);
  status.end();
});
