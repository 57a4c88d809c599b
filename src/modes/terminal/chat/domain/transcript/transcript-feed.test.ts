import { expect, test } from 'vitest';

import { TranscriptFeed } from './transcript-feed.ts';

let count = 0;
const line = (fields: object) =>
  JSON.stringify({ uuid: `line-${(count += 1)}`, sessionId: 's', timestamp: '2026-11-24T00:00:00Z', ...fields });
const typed = (id: string, content: string, more: object = {}) =>
  line({ type: 'user', promptId: id, promptSource: 'typed', message: { role: 'user', content }, ...more });
const call = (id: string, input: object = {}) =>
  line({
    type: 'assistant',
    message: { id: `m-${id}`, stop_reason: 'tool_use', content: [{ type: 'tool_use', id, name: 'Bash', input }] },
  });
const result = (id: string, content: string, more: object = {}) =>
  line({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
    ...more,
  });
const itemsOf = (...lines: readonly string[]) => {
  const feed = new TranscriptFeed();
  feed.addLines('s', lines);
  return feed.reading().items;
};

test.each([
  '[Request interrupted by user] is a line I see, why?',
  '<system-reminder> what is that?',
  '<bash-input>ls</bash-input> what is this tag?',
])('text that a person typed counts as theirs: %s', (words) => {
  expect(itemsOf(typed('one', words))).toMatchObject([{ type: 'prompt', text: words, said: 'prompt' }]);
});

test('claims in the output of a tool are not believed', () => {
  const [, tool] = itemsOf(typed('one', 'run it'), call('toolu_1'), result('toolu_1', 'server running in background'));
  expect(tool).not.toHaveProperty('isBackground');
  const [, other] = itemsOf(
    typed('one', 'run it'),
    call('toolu_2', { run_in_background: true }),
    result('toolu_2', 'Command running in background'),
  );
  expect(other).toHaveProperty('isBackground', true);
});

test('a denial stays a denial when the turn is interrupted later', () => {
  const denied = "The user doesn't want to proceed with this tool use. It was rejected.";
  const rejected = line({
    type: 'user',
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: denied, is_error: true }],
    },
  });
  const said = line({
    type: 'assistant',
    message: { id: 'm', stop_reason: null, content: [{ type: 'text', text: 'Then not.' }] },
  });
  const cut = line({
    type: 'user',
    message: { role: 'user', content: [{ type: 'text', text: '[Request interrupted by user]' }] },
  });
  const tools = itemsOf(typed('one', 'do it'), call('toolu_1'), rejected, said, call('toolu_2'), cut).filter(
    ({ type }) => type === 'tool',
  );
  expect(tools).toMatchObject([{ ending: 'denied' }, { ending: 'interrupted' }]);
});

test('only the turn that a rewind left is marked', () => {
  const one = typed('one', 'first', { uuid: 'a', parentUuid: null });
  const answer = (uuid: string, parentUuid: string) =>
    line({
      type: 'assistant',
      uuid,
      parentUuid,
      message: { id: `m${uuid}`, stop_reason: 'end_turn', content: [{ type: 'text', text: uuid }] },
    });
  const two = typed('two', 'second', { uuid: 'c', parentUuid: 'b' });
  const other = typed('three', 'another second', { uuid: 'e', parentUuid: 'b' });
  const items = itemsOf(one, answer('b', 'a'), two, answer('d', 'c'), other, answer('f', 'e'));
  expect(items.map(({ isAbandoned }) => isAbandoned === true)).toEqual([false, false, true, true, false, false]);
});

test('lines read one by one give the same items as all at once, with unknown and broken ones among them', () => {
  const lines = [
    typed('one', 'go'),
    call('toolu_1'),
    result('toolu_1', 'done'),
    '{"type":"unheard-of"}',
    'no JSON',
    '',
  ];
  const feed = new TranscriptFeed();
  for (const each of lines) feed.addLines('s', [each]);
  expect(feed.reading().items).toEqual(itemsOf(...lines));
});

/** The lines of a conversation in which the person went back twice. */
function conversation(turns: number): readonly string[] {
  let parentUuid: string | null = null;
  const link = (uuid: string) => {
    const linked = { uuid, parentUuid };
    parentUuid = uuid;
    return linked;
  };
  return Array.from({ length: turns }, (_, turn) => {
    if (turn === Math.floor(turns / 2) || turn === turns - 3) parentUuid = `answer-${turn - 3}`;
    const content = [{ type: 'text', text: `answer ${turn}` }];
    return [
      typed(`prompt-${turn}`, `question ${turn}`, link(`typed-${turn}`)),
      line({
        type: 'assistant',
        ...link(`answer-${turn}`),
        message: { id: `m-${turn}`, stop_reason: 'end_turn', content },
      }),
    ];
  }).flat();
}

test.each([
  ['an answer stands before its prompt', (lines: readonly string[], at: number) => swapped(lines, at)],
  ['a line comes twice', (lines: readonly string[], at: number) => lines.toSpliced(at + 3, 0, lines[at] ?? '')],
])('in a file of any length where %s, reading line by line gives the same as reading at once', (_, mixed) => {
  const lines = conversation(350);
  for (const at of [0, 320, 640, 696]) {
    const feed = new TranscriptFeed();
    for (const each of mixed(lines, at)) {
      feed.addLines('s', [each]);
      feed.reading();
    }
    expect(feed.reading().items).toEqual(itemsOf(...lines));
  }
});

const swapped = (lines: readonly string[], at: number) =>
  lines.with(at, lines[at + 1] ?? '').with(at + 1, lines[at] ?? '');

test('an output that was too long shows its beginning, without the text around it', () => {
  const content =
    '<persisted-output>\nOutput too large.\n\nPreview (first 2KB):\nline 1\nline 2\n...\n</persisted-output>';
  const toolUseResult = { persistedOutputPath: '/home/x/tool-results/b9.txt', persistedOutputSize: 88_893 };
  const [, tool] = itemsOf(typed('one', 'count'), call('toolu_1'), result('toolu_1', content, { toolUseResult }));
  expect(tool).toMatchObject({ output: 'line 1\nline 2', whole: { file: 'b9.txt', length: 88_893 } });
  const elsewhere = { ...toolUseResult, persistedOutputPath: '/home/x/tool-results/../secret' };
  const [, other] = itemsOf(
    typed('one', 'count'),
    call('toolu_1'),
    result('toolu_1', 'x', { toolUseResult: elsewhere }),
  );
  expect(other).not.toHaveProperty('whole');
});

const notification = (summary: string, status: string, more = '') =>
  `<task-notification>\n<status>${status}</status>\n<summary>${summary}</summary>${more}\n</task-notification>`;

test.each([
  ['Background command "Build it" completed (exit code 0)', 'completed', 'The task “Build it” has ended'],
  ['Background command "a <b> c" failed with exit code 3', 'failed', 'The task “a <b> c” has failed'],
  ['Background command "Serve" was stopped', 'killed', 'The task “Serve” was stopped'],
  ['Something ended', 'completed', 'A task in the background has ended'],
])('the end of a background task is described: %s', (summary, status, words) => {
  const content = notification(summary, status, '<result>All of it.</result>');
  const system = { promptSource: 'system', origin: { kind: 'task-notification' } };
  const [, notice] = itemsOf(typed('one', 'start it'), typed('two', content, system));
  expect(notice).toMatchObject({ type: 'notice', kind: 'task-done', text: words, output: `${summary}\n\nAll of it.` });
});

test('a prompt of Claude Code itself is never a message of the person', () => {
  for (const more of [{ promptSource: 'system' }, { promptSource: 'x', origin: { kind: 'coordinator' } }]) {
    const [item] = itemsOf(typed('one', '<loop>Look again</loop>', more));
    expect(item).toMatchObject({ type: 'notice', kind: 'self-prompted', output: 'Look again' });
  }
});

test('a note to the model in the middle of a turn does not start another turn', () => {
  const prompt = notification('Background command "Build it" completed', 'completed');
  const queued = line({
    type: 'attachment',
    attachment: { type: 'queued_command', prompt, commandMode: 'task-notification' },
  });
  const [, notice] = itemsOf(typed('one', 'start it'), queued);
  expect(notice).toMatchObject({ type: 'notice', kind: 'task-done' });
  expect(notice).not.toHaveProperty('begins');
});

test('Claude Code’s own answer in a continued session is not an answer', () => {
  const synthetic = (text: string) =>
    line({
      type: 'assistant',
      message: { id: 'm', model: '<synthetic>', stop_reason: 'stop_sequence', content: [{ type: 'text', text }] },
    });
  expect(itemsOf(synthetic('No response requested.'))).toEqual([]);
  expect(itemsOf(synthetic('Something else.'))).toHaveLength(1);
});

const named = (uuid: string, parentUuid: string | null, content: string) => typed(uuid, content, { uuid, parentUuid });
const leftOf = (...lines: readonly string[]) =>
  itemsOf(...lines).flatMap((item) => (item.isAbandoned && item.type === 'prompt' ? [item.text] : []));

test.each<[string, readonly [string, string | null][], readonly string[]]>([
  [
    'of one turn',
    [
      ['a', null],
      ['b', 'a'],
      ['c', 'a'],
    ],
    ['b'],
  ],
  [
    'of two turns',
    [
      ['a', null],
      ['b', 'a'],
      ['c', 'b'],
      ['d', 'a'],
    ],
    ['b', 'c'],
  ],
  [
    'of all turns',
    [
      ['a', null],
      ['b', 'a'],
      ['c', null],
    ],
    ['a', 'b'],
  ],
  [
    'twice',
    [
      ['a', null],
      ['b', 'a'],
      ['c', 'a'],
      ['d', 'c'],
      ['e', 'a'],
      ['f', null],
    ],
    ['a', 'b', 'c', 'd', 'e'],
  ],
])('a rewind %s leaves the lines outside the path to the last line', (_, lines, left) => {
  expect(leftOf(...lines.map(([uuid, parent]) => named(uuid, parent, uuid)))).toEqual(left);
});

test('a rewind behind a compaction marks only the turns that it left', () => {
  const compaction = line({
    uuid: 's',
    parentUuid: null,
    logicalParentUuid: 'b',
    type: 'system',
    subtype: 'compact_boundary',
  });
  const all = [named('a', null, 'a'), named('b', 'a', 'b'), compaction, named('c', 's', 'c'), named('d', 's', 'd')];
  expect(leftOf(...all)).toEqual(['c']);
});

const listing = (uuid: string, parentUuid: string, isInitial = true) =>
  line({ uuid, parentUuid, type: 'attachment', attachment: { type: 'agent_listing_delta', isInitial } });
const command = (uuid: string, parentUuid: string | null) =>
  line({
    uuid,
    parentUuid,
    type: 'system',
    subtype: 'local_command',
    content: '<local-command-stdout></local-command-stdout>',
  });

test('a rewind of all turns whose next prompt names a left line marks only the turns that it left', () => {
  const turns = [command('0', null), named('a', '0', 'a'), listing('1', 'a'), named('b', '1', 'b')];
  const next = [...turns, named('c', 'b', 'c')];
  expect(leftOf(...next)).toEqual([]);
  expect(leftOf(...next, listing('2', 'c', false))).toEqual([]);
  expect(leftOf(...next, listing('2', 'c'), named('d', '2', 'd'))).toEqual(['a', 'b']);
  expect(leftOf(...next, listing('2', 'c'), named('d', 'c', 'd'), listing('3', 'd'))).toEqual(['a', 'b', 'c']);
});

test('a context that begins behind a compaction marks nothing', () => {
  const compaction = line({ uuid: 's', logicalParentUuid: 'b', type: 'system', subtype: 'compact_boundary' });
  const before = [named('a', null, 'a'), listing('1', 'a'), named('b', '1', 'b'), compaction];
  expect(leftOf(...before, named('c', 's', 'c'), listing('2', 'c'), named('d', '2', 'd'))).toEqual([]);
});

test('the path is followed as lines arrive, and changes when the next prompt says that the context began', () => {
  const feed = new TranscriptFeed();
  const left = () => feed.reading().items.filter(({ isAbandoned }) => isAbandoned).length;
  feed.addLines('one', [named('a', null, 'a'), listing('1', 'a'), named('b', '1', 'b')]);
  expect(left()).toBe(0);
  feed.addLines('one', [named('c', 'b', 'c')]);
  expect(left()).toBe(0);
  feed.addLines('one', [listing('2', 'c')]);
  expect(left()).toBe(2);
  feed.addLines('one', [named('d', '2', 'd')]);
  expect(left()).toBe(2);
});

test('a note without a parent marks nothing', () => {
  const note = line({ uuid: 'n', parentUuid: null, type: 'system', subtype: 'away_summary', content: 'Away.' });
  expect(leftOf(named('a', null, 'a'), named('b', 'a', 'b'), note)).toEqual([]);
});

test('a queued message that a hook blocked appears once, with the reason', () => {
  const queue = (operation: string, content?: string) => line({ type: 'queue-operation', operation, content });
  const content =
    'UserPromptSubmit operation blocked by hook:\n[sh check.sh]: Not on Fridays.\n\nOriginal prompt: deploy it';
  const blocked = line({ type: 'system', subtype: 'informational', content });
  const items = itemsOf(typed('one', 'go on'), queue('enqueue', 'deploy it'), queue('dequeue'), blocked);
  expect(items.map((item) => ('text' in item ? item.text : item.type))).toEqual([
    'go on',
    'deploy it',
    'Not on Fridays.',
  ]);
});

test('a queued line for the shell appears once, as what it became', () => {
  const queue = (operation: string, content?: string) => line({ type: 'queue-operation', operation, content });
  const taken = line({
    type: 'user',
    promptId: 'one',
    message: { role: 'user', content: '<bash-input>ls</bash-input>' },
  });
  const items = itemsOf(typed('one', 'go on'), queue('enqueue', 'ls'), queue('dequeue'), taken);
  expect(items.slice(1)).toMatchObject([{ type: 'prompt', text: '!ls', said: 'shell' }]);
});

test('a queued command leaves the chat with the queue, and another queued message stays', () => {
  const queue = (operation: string, content?: string) => line({ type: 'queue-operation', operation, content });
  const rest = (content: string) =>
    itemsOf(typed('one', 'go on'), queue('enqueue', content), queue('dequeue')).map((item) =>
      item.type === 'prompt' ? item.text : item.type,
    );
  expect(rest('/nosuch')).toEqual(['go on']);
  expect(rest('/nosuch with words')).toEqual(['go on']);
  expect(rest('/home/me/a.txt, look at it')).toEqual(['go on', '/home/me/a.txt, look at it']);
});
