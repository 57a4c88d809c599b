import { expect, test } from 'vitest';

import type { SessionSummary } from '#session/protocol.ts';
import type { LastAction } from '#undo/protocol.ts';
import type { Tool, ToolCaller } from '#wire/tool.ts';

import { onDatabase } from '../../../../../fixtures/database/each-engine.ts';
import { toolCaller } from '../../../../../fixtures/server/tool-caller.ts';
import { openRecallWorld } from '../../../../../fixtures/spine/recall-world.ts';
import { newId } from '../../../../../fixtures/spine/world.ts';
import { MAX_WAITING_OF_PROGRAM, type WaitingPoints } from '../../proposals/protocol.ts';
import { proposeTool } from '../../proposals/server/propose-tool.ts';
import type { FindingsKept, SetDetail, SetSummary, Today } from '../../sets/protocol.ts';
import { dueTodayTool } from './due-today.ts';
import { quizMeTool } from './quiz-me.ts';

onDatabase('recall for programs', (open) => {
  async function start() {
    const world = await openRecallWorld(await open());
    const { person, recall, call } = world;
    const callerOf = (more: Partial<ToolCaller> = {}) => toolCaller(person, { origin: 'http://warren.test', ...more });
    const callTool = (tool: Tool, input: object = {}, caller = callerOf()) =>
      tool.handle(tool.input.parse(input), caller);
    const propose = (
      points: readonly object[],
      { set = 'Builds', ...caller }: Partial<ToolCaller> & { set?: string } = {},
    ) => callTool(proposeTool(recall), { set, points }, callerOf(caller));
    const waiting = async () => (await call<WaitingPoints>('GET', '/api/recall/proposals')).points;
    const decide = (body: object) => call<FindingsKept>('POST', '/api/recall/proposals/decide', body);
    const undo = async () => {
      const { last } = await call<LastAction>('GET', '/api/undo');
      await call('POST', '/api/undo', { id: last?.id });
      return last?.label;
    };
    return { ...world, callerOf, callTool, propose, waiting, decide, undo };
  }
  const point = (text: string, more: object = {}) => ({ text, question: `What about ${text.slice(0, 9)}?`, ...more });
  const numbered = (count: number, kind: string) =>
    Array.from({ length: count }, (_, index) => point(`${kind} ${index} is one of many.`));

  test('points wait until the person accepts them into a set and drops the others, which one undo reverts', async () => {
    const { propose, waiting, decide, undo, call } = await start();
    const context = 'Flaky test';
    expect(
      await propose([point('Port 0 lets the kernel choose.', { context }), point('The lock was taken twice.')]),
    ).toBe(
      '2 points wait in Warren until the person accepts or drops them, and no set has them yet.\n' +
        'The person decides here: http://warren.test/recall/proposed',
    );
    const [first, second] = await waiting();
    expect([first, second]).toMatchObject([
      { text: 'Port 0 lets the kernel choose.', context, setName: 'Builds', client: 'Claude Code', heldIn: null },
      { text: 'The lock was taken twice.', sourceTitle: null },
    ]);
    expect((await call<Today>('GET', '/api/recall/today')).proposed).toEqual({ points: 2, by: ['Claude Code'] });
    const setId = newId();
    const body = {
      id: newId(),
      setId,
      newSet: 'Builds',
      points: [{ proposal: first?.id, text: 'Port 0: the kernel chooses.', question: first?.question }],
      dropped: [second?.id],
    };
    expect(await Promise.all([decide(body), decide(body)])).toEqual([
      { added: 1, known: 0 },
      { added: 1, known: 0 },
    ]);
    expect(await waiting()).toEqual([]);
    expect((await call<SetDetail>('GET', `/api/recall/sets/${setId}`)).items).toMatchObject([
      { text: 'Port 0: the kernel chooses.', question: first?.question, context, moment: { title: 'Claude Code' } },
    ]);
    expect(await decide({ ...body, id: newId() })).toEqual({ added: 0, known: 1 });
    expect(await undo()).toBe('Added a point to “Builds”');
    expect(await waiting()).toHaveLength(2);
    await expect(call('GET', `/api/recall/sets/${setId}`)).rejects.toMatchObject({ kind: 'not-found' });

    expect(await decide({ ...body, id: newId(), points: [], dropped: [first?.id, second?.id] })).toEqual({
      added: 0,
      known: 0,
    });
    expect(await propose([point('The lock was taken twice.')])).toBe(
      '1 point was proposed before and not added again.\nNothing new waits for the person.',
    );
    expect(await undo()).toBe('Dropped 2 proposed points');
    expect(await waiting()).toHaveLength(2);
  });

  test('the same point is proposed once, one that a set already has is marked, and a program has a limit', async () => {
    const { propose, waiting, call } = await start();
    const { id } = await call<SetSummary>('POST', '/api/recall/sets', { title: 'Ports' });
    await call('POST', `/api/recall/sets/${id}/points`, { text: 'Port 0 lets the kernel choose.' });
    await Promise.all([propose(numbered(19, 'Fact')), propose(numbered(20, 'fact'))]);
    await propose([point('port 0 lets the  kernel choose')]);
    expect((await waiting()).filter(({ heldIn }) => heldIn !== null)).toMatchObject([{ heldIn: 'Ports' }]);
    expect(await waiting()).toHaveLength(21);
    for (const kind of ['One', 'Two', 'Three']) await propose(numbered(20, kind));
    await expect(propose(numbered(20, 'Four'))).rejects.toMatchObject({ detail: { reason: 'too-many-waiting' } });
    expect(await waiting()).toHaveLength(81);
    await propose(numbered(19, 'Four'));
    expect(await waiting()).toHaveLength(MAX_WAITING_OF_PROGRAM);
    await expect(propose([point('One too many.')])).rejects.toThrow('At most 100 points of one program wait');
    for (const kind of ['a', 'b', 'c', 'd', 'e']) await propose(numbered(20, kind), { token: 'another' });
    await expect(propose([point('Too many.')], { token: 'third' })).rejects.toThrow('At most 200 points wait');
  });

  test('a secret is never proposed, nor anything else in that call', async () => {
    const { propose, waiting } = await start();
    const key = `sk-ant-api03-${'aB3'.repeat(12)}`;
    for (const [name, given] of Object.entries({ text: `The key is ${key}`, quote: `export KEY=${key}` }))
      await expect(propose([point('Fine.'), point('Fine too.', { [name]: given })])).rejects.toMatchObject({
        detail: { field: `points.1.${name}` },
      });
    // A program whose token is withdrawn before the write proposes nothing either.
    const requireToken = (trx?: object) => (trx ? Promise.reject(new Error('withdrawn')) : Promise.resolve());
    await expect(propose([point('Too late.')], { requireToken })).rejects.toThrow('withdrawn');
    expect(await waiting()).toEqual([]);
  });

  test('another person’s sources, proposals and sets are not found', async () => {
    const { propose, waiting, decide, world, callAs, call } = await start();
    await propose([point('Mine.')]);
    const [mine] = await waiting();
    const other = callAs(await world.addPerson());
    const theirs = await other<SetSummary>('POST', '/api/recall/sets', { title: 'Theirs' });
    const decision = { id: newId(), setId: theirs.id, points: [], dropped: [] };
    const taken = { ...decision, dropped: [mine?.id] };
    await expect(other('POST', '/api/recall/proposals/decide', taken)).rejects.toThrow(
      'There is no such proposed point.',
    );
    expect(await other('GET', '/api/recall/proposals')).toEqual({ points: [] });
    const into = { ...decision, points: [{ proposal: mine?.id, text: 'Mine.' }] };
    await expect(decide(into)).rejects.toThrow('There is no such set.');
    await expect(propose([point('Yours.', { source: 'unknown' })])).rejects.toThrow('There is no such source.');
    expect(await waiting()).toEqual([mine]);
    expect((await call<{ sets: SetSummary[] }>('GET', '/api/recall/sets')).sets).toEqual([]);
  });

  test('a program learns only numbers of due points, and a question leads to a session that asks it', async () => {
    const { callTool, propose, recall, call, running, say, person } = await start();
    const [due, quiz] = [dueTodayTool(recall), quizMeTool(recall)];
    expect(await callTool(due)).toBe('Nothing is due now.\nhttp://warren.test/');
    expect(await callTool(quiz)).toBe('Nothing is due now.\nhttp://warren.test/');
    const { id } = await call<SetSummary>('POST', '/api/recall/sets', { title: 'Harbours' });
    const [asked, plain] = [
      { text: 'Valletta lies between two harbours.', question: 'Where does the\u2028capital\u202e of Malta lie?' },
      { text: 'Sliema faces it across Marsamxett.', context: 'Malta' },
    ];
    for (const each of [asked, plain]) await call('POST', `/api/recall/sets/${id}/points`, each);
    await propose([point('Ships lie at Grand Harbour.')], { set: 'Harbours' });
    expect(await callTool(due)).toBe(
      '2 points are due today, in 1 set, about 2 minutes.\nThe person recalls them in Warren: http://warren.test/',
    );
    const first = await callTool(quiz);
    expect(first).toContain('> Where does the⟨U+2028⟩capital⟨U+202E⟩ of Malta lie?\n');
    expect(first).not.toContain('Valletta');
    const pointId = /recall\/ask\/(\S+)$/.exec(first)?.[1];
    const begin = () => call<SessionSummary>('POST', '/api/sessions', { id: newId(), mode: 'recall', pointId });
    const { session } = await begin();
    expect((await begin()).session).toBe(session);
    expect(await callTool(quiz)).toBe(
      `What is due is in a session that is not over. The person goes on with it in Warren: http://warren.test/session/${session}`,
    );
    const live = await running.sessions.get({ person, session });
    expect(live.state.messages.map(({ content }) => content)).toEqual([asked.question]);
    // The state has everything that evaluator and tutor get about points.
    expect(JSON.stringify(live.state)).not.toContain('Grand Harbour');
    await say(live, asked.text);
    await live.execute({ type: 'dismiss_overlay', id: newId(), session, choice: 'done' });
    await expect(begin()).rejects.toMatchObject({ detail: { reason: 'not-due' } });
    const second = await callTool(quiz);
    expect(second).toContain('> What do you remember under “Malta”?\n');
    expect(second).not.toMatch(/Sliema|Marsamxett/);
  });
});
