import fc from 'fast-check';
import { expect, test } from 'vitest';

import { clientEvent } from '#composition/protocol.ts';
import { createRabbitholeMode } from '#modes/rabbit-hole/domain/rabbithole-mode.ts';
import type { RecallHidden, RecallState } from '#modes/recall/asking/domain/recall-state.ts';
import { recallMode } from '#modes/recall/domain/recall-mode.ts';
import { terminalMode } from '#modes/terminal/running/domain/terminal-mode.ts';

import { sessionState, type SessionState } from '../protocol.ts';
import { type SessionEvent, toClientEvent } from './event.ts';
import { createFold, toClientState } from './fold.ts';
import { LATEST_MESSAGES } from './messages.ts';

const fold = createFold({
  recall: recallMode,
  terminal: terminalMode,
  'rabbit-hole': createRabbitholeMode(() => ({ recalledInside: 0, isCompletionPending: false })),
});
const points = ['one', 'two', 'three'].map((id) => ({ id, text: `the text of ${id}`, context: '' }));
const plan = {
  intent: 'answers',
  probe: { pointId: 'one', rung: 'open', asked: 0 },
  isNewPoint: true,
  tellId: null,
  verdictOnLast: null,
};

/** A body of each event type that a log can hold. Numbers make the ids; some ids collide on purpose. */
const bodies: Record<string, (n: number) => object> = {
  user_message: (n) => ({
    messageId: `m${n}`,
    thread: n % 5 === 0 ? `hole${n % 3}` : 'trunk',
    content: `said ${n}`,
    ...(n % 7 === 0 && { parts: [{ id: 'found', type: 'found-in-rabbithole', hole: 'hole1', topic: 'tea' }] }),
    ...(n % 4 === 0 && { earlier: { thread: `branch-${n}`, fromSeq: 2, answers: 1 } }),
    ...(n % 3 === 0 && { hidden: { sawReply: true } }),
  }),
  conversation_branched: (n) => ({
    messageId: `m${n}`,
    thread: 'trunk',
    branch: n % 4 === 0 ? `hole${n % 3}` : `branch-${n}`,
    fromSeq: 2 + n,
    moved: [`m${n}`, `r${n}`, `m${n + 1}`, `c${n % 4}`],
  }),
  reply_started: (n) => ({
    messageId: `r${n}`,
    thread: 'trunk',
    replyTo: `m${n}`,
    ...(n % 3 === 0 && { replaces: `r${n - 1}` }),
    ...(n % 4 === 0 && { continues: `r${n - 2}` }),
    hidden: plan,
  }),
  turn_reopened: (n) => ({ messageId: `m${n}`, thread: 'trunk' }),
  turn_ended: (n) => ({ messageId: `m${n}`, thread: 'trunk' }),
  assistant_complete: (n) => ({
    messageId: `r${n}`,
    thread: 'trunk',
    content: `answered ${n}`,
    ...(n % 3 === 0 && { parts: [{ id: 'p1', type: 'citation', citedText: `cited ${n}` }] }),
    ...(n % 2 === 0 && { agent: `model ${n}` }),
  }),
  assistant_interrupted: (n) => ({
    messageId: `r${n}`,
    thread: 'trunk',
    content: 'half',
    replyTo: `m${n}`,
    reason: n % 2 === 0 ? 'stopped' : 'limit',
  }),
  chat_message: (n) => ({
    message: {
      id: n % 2 === 0 ? `c${n % 4}` : `r${n}`,
      thread: 'trunk',
      author: 'assistant',
      content: `tool ${n}`,
      status: n % 3 === 0 ? 'open' : 'complete',
      ...(n % 4 === 0 && { parts: [{ id: `p${n % 3}`, type: 'tool', output: 'x'.repeat(n) }] }),
    },
    ...(n % 5 === 0 && { isReplacement: true }),
    ...(n % 7 === 0 && { follows: `c${n % 3}` }),
  }),
  chat_tool_call: (n) => ({ messageId: `c${n % 4}`, toolCall: { id: `p${n % 3}`, type: 'tool' } }),
  chat_tool_result: (n) => ({
    messageId: `c${n % 4}`,
    toolCallId: `p${n % 3}`,
    output: `output ${n}`,
    isError: n % 2 === 0,
    ...(n % 3 === 0 && { details: { patch: [] } }),
  }),
  chat_about: (n) => ({ messageId: `c${n % 4}`, about: { id: 'about', type: 'about' } }),
  permission_requested: (n) => ({
    permissionId: `permission${n}`,
    toolName: 'Bash',
    toolInput: { command: 'ls' },
    toolUseId: null,
    suggestions: [],
    agentId: null,
  }),
  permission_resolved: (n) => ({ permissionId: `permission${n}`, by: 'terminal', behavior: null }),
  trouble_noted: (n) => ({
    messageId: `t${n}`,
    thread: 'trunk',
    problem: { message: 'It failed.', remedy: 'Try again.' },
  }),
  mode_entered: (n) => ({
    mode: 'rabbit-hole',
    thread: `hole${n % 3}`,
    ...(n % 2 === 0 && { opens: `o${n}` }),
  }),
  mode_left: (n) => ({ mode: 'rabbit-hole', thread: `hole${n % 3}` }),
  rabbithole_detected: (n) => ({
    topic: `topic ${n}`,
    rabbitholeEventId: `hole${n % 3}`,
    hidden: { depth: 2, confidence: 0.9, relatedRecallPointIds: [], triggerMessageId: `m${n}`, cooldown: 3 },
  }),
  rabbithole_declined: (n) => ({ rabbitholeEventId: `hole${n % 3}` }),
  rabbithole_entered: (n) => ({
    topic: `topic ${n}`,
    hidden: { origin: 'detected', triggerMessageId: `m${n}` },
  }),
  rabbithole_exited: (n) => ({ label: `topic ${n}`, pointsRecalledDuring: n % 2, completionPending: false }),
  tangent_cut: (n) => ({
    rabbitholeEventId: `hole${n % 3}`,
    topic: `topic ${n}`,
    fromSeq: 2 + n,
    said: 1,
    pointsRecalled: n % 2,
    hasFindings: n % 2 === 0,
    enteredAt: n,
    exitedAt: n + 5,
    pausedMs: 0,
    hidden: { triggerMessageId: `m${n}` },
  }),
  tangent_restored: (n) => ({ rabbitholeEventId: `hole${n % 3}` }),
  ending_started: (n) => ({ ends: n % 2 === 0 ? 'session' : 'mode' }),
  session_paused: () => ({}),
  session_resumed: (n) =>
    n % 2 === 0 ? {} : { recap: { messageId: `w${n}`, thread: 'trunk', content: 'We stopped here.' } },
  session_complete: () => ({}),
  title_changed: (n) => ({ title: `title ${n}` }),
  message_evaluated: (n) => ({
    messageId: `m${n}`,
    hidden: {
      verdicts: [{ id: 'one', verdict: 'partial', confidence: 0.5, quote: 'said', observation: 'near' }],
      feedback: 'near',
    },
  }),
  point_recalled: (n) => ({
    pointId: points[n % 3]?.id,
    recalledCount: 1,
    totalPoints: 3,
    hidden: { messageId: `m${n}`, confidence: 0.9, quote: 'said', rating: 3 },
  }),
  help_requested: (n) => ({ messageId: `m${n}`, kind: 'hint' }),
  point_told: (n) => ({ messageId: `r${n}`, hidden: { pointId: points[n % 3]?.id, why: 'given-away' } }),
  self_check_asked: (n) => ({ messageId: `r${n}`, pointId: points[n % 3]?.id }),
  self_check_answered: (n) => ({ messageId: `r${n}`, pointId: points[n % 3]?.id, isRecalled: n % 2 === 0 }),
  self_check_undone: (n) => ({ messageId: `r${n}`, pointId: points[n % 3]?.id, recalledCount: 0 }),
  card_shown: (n) => ({
    cardId: `k${n}`,
    ...(n % 4 !== 0 && { messageId: `m${n}` }),
    rows: points
      .slice(n % 3)
      .map(({ id, text }, at) => ({ pointId: id, text, quote: `said ${n}`, isCertain: (n + at) % 3 === 0 })),
    hidden: { askedId: points[n % 3]?.id ?? null, saidBy: `m${n}`, saidAt: n },
  }),
  card_answered: (n) => ({
    cardId: `k${n}`,
    answers: points.map(({ id }, at) => ({ pointId: id, isRecalled: (n + at) % 2 === 0 })),
  }),
  card_reopened: (n) => ({ cardId: `k${n}` }),
  hint_changed: () => ({ next: null }),
  card_answer_undone: (n) => ({ cardId: `k${n}`, pointId: points[n % 3]?.id }),
  session_complete_overlay: () => ({}),
  overlay_dismissed: () => ({ choice: 'continue' }),
  sources_set: (n) => ({
    bucketId: n % 2 === 0 ? null : 'bucket',
    includeAllBuckets: n % 3 === 0,
    manualSourceIds: [`s${n}`],
    excludedSourceIds: [],
  }),
  terminal_run_started: (n) => ({ run: n + 1, cols: 80, rows: 24 }),
  terminal_run_ended: (n) => ({ run: n + 1, exitCode: n, signal: null, reason: 'exited' }),
  terminal_status: (n) => ({
    status: n % 2 === 0 ? 'thinking' : 'idle',
    detail: null,
    line: n % 3 === 0 ? null : `line ${n}`,
  }),
  usage_changed: (n) => ({
    usage: { model: null, costUsd: n, contextPercent: n, fiveHourPercent: null, sevenDayPercent: null },
  }),
  permission_mode_changed: (n) => ({ permissionMode: n % 2 === 0 ? 'plan' : 'default' }),
  claude_session_changed: (n) => ({ claudeSession: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}` }),
  library_closed: (n) => ({ reason: n % 2 === 0 ? 'stopped' : 'old-address' }),
  platform_set: (n) => ({ platform: n % 2 === 0 ? 'thread' : 'linkedin' }),
  paragraph_change_asked: (n) => ({
    messageId: `m${n}`,
    target: { draftId: 'draft', version: 1, start: n, end: n + 3, words: 'One' },
  }),
  draft_changed: (n) => ({ draftId: `draft-${n}` }),
  voice_set: (n) => ({ voice: { personId: n % 2 === 0 ? null : 'ada' } }),
  sources_in_context: (n) => ({
    messageId: `r${n}`,
    added: [],
    gone: [{ id: 'gone', title: 'Gone' }],
    window: { size: 32_000, system: 400, pinned: 0, bucket: 5, semantic: 0, history: 10, answer: 4_096 },
    notes: [],
    voice: { personId: null, personName: null },
    meaning: { model: 'Embedded embedder', threshold: 0.3 },
    sources: [
      {
        id: `s${n % 3}`,
        title: `source ${n}`,
        preview: 'Words.',
        sourceType: 'note',
        sourceUrl: null,
        bucketId: 'bucket',
        bucketName: 'Bucket',
        createdAt: n,
        retrievalMethod: 'bucket',
        matchedBy: 'bucket',
        tokens: 5,
        included: true,
        version: 1,
        place: 'documents',
      },
      { id: `s${(n + 1) % 3}`, retrievalMethod: 'bucket', unchangedSince: 1 },
    ],
  }),
};

const started = {
  type: 'session_started',
  mode: 'recall',
  title: 'Caffeine',
  messageId: 'opening',
  openingMessage: 'What do you remember?',
  agent: 'Embedded tutor',
  setId: 'set',
  pointIds: points.map((point) => point.id),
  totalPoints: 3,
  recalledCount: 0,
  hidden: { points, plan },
};

function logOf(steps: readonly { type: string; n: number }[]): SessionEvent[] {
  // A point can be recalled only by a message that was evaluated.
  const all = [
    started,
    ...steps.flatMap(({ type, n }) => [
      ...(type === 'point_recalled' ? [{ type: 'message_evaluated', ...bodies['message_evaluated']?.(n) }] : []),
      { type, ...bodies[type]?.(n) },
    ]),
  ];
  return all.map((body, index) => ({ session: 's', seq: index + 1, at: 1_000 + index, ...body }) as SessionEvent);
}

const foldAll = (events: readonly SessionEvent[], from: SessionState | null = null) =>
  events.reduce<SessionState | null>((state, event) => fold(state, event), from) as SessionState;

const steps = fc.array(fc.record({ type: fc.constantFrom(...Object.keys(bodies)), n: fc.nat(12) }), { maxLength: 60 });

test('the bodies cover every event type of the wire', () => {
  const types = clientEvent.options[1].options.map((option) => option.shape.type.value as string);
  expect(Object.keys(bodies).toSorted()).toEqual(types.toSorted());
});

test('fold over a snapshot and its tail equals a fresh load, at any cut', () => {
  fc.assert(
    fc.property(steps, fc.nat(), (chosen, at) => {
      const log = logOf(chosen);
      const cut = 1 + (at % log.length);
      const snapshot = JSON.parse(JSON.stringify(foldAll(log.slice(0, cut)))) as SessionState;
      expect(foldAll(log.slice(cut), snapshot)).toEqual(foldAll(log));
    }),
  );
});

test('a client that folds the visible events gets the state that the server shows', () => {
  fc.assert(
    fc.property(steps, fc.nat(), (chosen, at) => {
      const log = logOf(chosen);
      const cut = 1 + (at % log.length);
      const shown = log.map(toClientEvent);
      const joined = foldAll(shown.slice(cut), toClientState(foldAll(log.slice(0, cut))));
      expect(joined).toEqual(toClientState(foldAll(log)));
      expect(foldAll(shown)).toEqual(joined);
    }),
  );
});

test('a client gets no hidden data, and the text of points only on a card', () => {
  const log = logOf(Object.keys(bodies).map((type, n) => ({ type, n })));
  const shown = JSON.stringify([log.map(toClientEvent), toClientState(foldAll(log))]);
  expect(shown).toContain('"rows":[');
  expect(shown.replaceAll(/"rows":\[[^\]]*\]/gu, '')).not.toMatch(/hidden|the text of|"near"|"quote"|"rating"/);
});

test('every event and every state matches its schema', () => {
  const log = logOf(Object.keys(bodies).map((type, n) => ({ type, n })));
  for (const event of log.map(toClientEvent)) expect(clientEvent.parse(event)).toEqual(event);
  const state = toClientState(foldAll(log));
  expect(sessionState.parse(state)).toEqual(state);
});

test('the state keeps the latest messages, however long the session', () => {
  const log = logOf(Array.from({ length: 3 * LATEST_MESSAGES }, (_, n) => ({ type: 'user_message', n: n + 100 })));
  const state = foldAll(log);
  expect(state.messageCount).toBe(3 * LATEST_MESSAGES + 1);
  expect(state.messages.length).toBeGreaterThanOrEqual(LATEST_MESSAGES);
  expect(state.messages.length).toBeLessThanOrEqual(2 * LATEST_MESSAGES);
  expect(state.messages.at(-1)?.content).toBe(`said ${3 * LATEST_MESSAGES + 99}`);
});

test('no event copies a record that grows with the session', () => {
  // A session has about as many self-checks as points: at most 200.
  const growing = Object.keys(bodies).filter((type) => !type.startsWith('self_check'));
  const state = growing.reduce<unknown>(
    (before, type) => {
      const log = Array.from({ length: 300 }, (_, n) => ({
        ...bodies[type]?.(100 + n),
        ...(type === 'reply_started' && { hidden: { ...plan, skipped: { pointId: 'one' } } }),
        ...(type === 'rabbithole_detected' && { rabbitholeEventId: `hole${100 + n}` }),
        ...(type === 'help_requested' && { messageId: `help${n}` }),
        type,
      }));
      const from = before as SessionState;
      return foldAll(
        log.map((body, at) => ({ session: 's', seq: from.head + 1 + at, at: 2_000, ...body }) as SessionEvent),
        from,
      );
    },
    foldAll(logOf([])),
  );
  const keysOf = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Math.max(Array.isArray(value) ? 0 : Object.keys(value).length, ...Object.values(value).map(keysOf))
      : 0;
  expect(keysOf(state)).toBeLessThan(50);
});

test('the state keeps the end of the trunk during a long conversation in a hole', () => {
  const said = (n: number, thread: string) => ({
    type: 'user_message',
    messageId: `m${n}`,
    thread,
    content: `said ${n}`,
  });
  const inside = Array.from({ length: 3 * LATEST_MESSAGES }, (_, n) => said(n + 10, 'hole'));
  const all = [said(1, 'trunk'), said(2, 'trunk'), ...inside];
  const log = all.map((body, index) => ({ session: 's', seq: index + 2, at: 2_000, ...body }) as SessionEvent);
  const { messages } = foldAll(log, foldAll(logOf([])));
  expect(messages.slice(0, 4).map(({ id, thread }) => [id, thread])).toEqual([
    ['opening', 'trunk'],
    ['m1', 'trunk'],
    ['m2', 'trunk'],
    [messages[3]?.id, 'hole'],
  ]);
  expect(messages.length).toBeLessThanOrEqual(2 * LATEST_MESSAGES);
  expect(messages.at(-1)?.id).toBe(inside.at(-1)?.messageId);
});

test('a message in a hole belongs to the thread of the hole and changes no point of the trunk', () => {
  const inHole = [
    { type: 'mode_entered', mode: 'recall', thread: 'hole' },
    { type: 'user_message', messageId: 'h1', thread: 'hole', content: 'do lizards?' },
    { type: 'reply_started', messageId: 'h2', thread: 'hole', replyTo: 'h1' },
    { type: 'assistant_complete', messageId: 'h2', thread: 'hole', content: 'They do.' },
    { type: 'mode_left', mode: 'recall', thread: 'hole' },
  ].map((body, index) => ({ session: 's', seq: index + 2, at: 2_000 + index, ...body }) as SessionEvent);
  const before = foldAll(logOf([]));
  const after = foldAll(inHole, before);
  const kept = (state: SessionState) => {
    const { unread: _, unreadInside: __, ...hidden } = (state.modes['recall'] as RecallState).hidden as RecallHidden;
    return hidden;
  };
  expect(kept(after)).toEqual(kept(before));
  expect(after.modes['recall']).toMatchObject({ hidden: { unread: ['h1'], unreadInside: ['h1'] } });
  expect(after.stack).toEqual(before.stack);
  expect(foldAll(inHole.slice(0, 2), before).turn).toMatchObject({ messageId: 'h1', thread: 'hole' });
});

test('a state with large messages stays small enough to be sent', () => {
  const log = logOf([]);
  for (let n = 0; n < 40; n += 1) {
    const body = { type: 'user_message', messageId: `m${n}`, thread: 'trunk', content: 'x'.repeat(250_000) };
    log.push({ session: 's', seq: log.length + 1, at: 1, ...body } as SessionEvent);
  }
  const state = foldAll(log);
  expect(JSON.stringify(state.messages).length).toBeLessThan(3_000_000);
  expect(state.messages.at(-1)?.id).toBe('m39');
});
