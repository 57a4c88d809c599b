import { expect, test } from 'vitest';

import type { ServerContribution } from '#contribution/server/contribution.ts';
import { assert } from '#kernel/assert.ts';
import { ModelFailure } from '#language-model/server/model-failure.ts';
import type { RoleModels } from '#language-model/server/role-models.ts';
import type { AddedSources } from '#library/sources/protocol.ts';
import type { SessionProposals } from '#point-writer/protocol.ts';
import type { EventBody } from '#session/domain/event.ts';
import type { MessagePart } from '#session/protocol.ts';
import { beginSession } from '#session/server/live/begin-session.ts';
import type { ModeReports } from '#session/server/mode-server.ts';

import { onDatabase } from '../../../../../fixtures/database/each-engine.ts';
import { openLibraryWorld } from '../../../../../fixtures/library/library-world.ts';
import { newId } from '../../../../../fixtures/spine/world.ts';
import type { TerminalStatus } from '../../protocol.ts';
import type { TerminalReport } from '../../running/domain/terminal-state.ts';
import { createTerminalServer } from '../../running/server/terminal-server.ts';
import type { EndedSessions } from '../protocol.ts';
import { dismissalUndoHandlers } from './dismissals.ts';
import { chatSourceRoutes } from './routes.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOTHING = { day: null, isYesterday: false, total: 0, sessions: [], idle: [] };

const about = (change: object = {}): MessagePart =>
  ({ id: 'about', type: 'about', standing: 'verified', feeds: ['transcript'], at: 1, ...change }) as MessagePart;

/** Terminals without programs: the test reports what programs would report. */
function terminals() {
  let reports: ModeReports<TerminalReport> | undefined;
  const server = createTerminalServer({
    serverId: null,
    onStart: (given) => (reports = given),
    shownTexts: () => [],
    act: () => Promise.resolve(),
    closeLibrary: () => Promise.resolve(),
  });
  const contribution: ServerContribution = {
    create: (services) => ({
      mode: { id: 'terminal', server },
      surface: () => ({ routes: chatSourceRoutes(services), undoHandlers: dismissalUndoHandlers }),
    }),
  };
  return {
    contribution,
    async report(owned: { person: string; session: string }, report: TerminalReport) {
      assert(reports, 'the composition has started the mode');
      const answer = await reports.report(owned, { id: newId(), report });
      expect(answer).toMatchObject({ type: 'accepted' });
    },
  };
}

onDatabase('keeping chats of terminals', (open) => {
  async function start(roleModels?: RoleModels) {
    const own = terminals();
    const world = await openLibraryWorld(
      await open(),
      {},
      { more: [own.contribution], ...(roleModels && { roleModels }) },
    );
    const { person, running, clock, call } = world;
    let said = 0;
    const tell = (session: string, events: readonly EventBody[]) =>
      own.report({ person, session }, { type: 'chat', events });
    const told = (author: 'person' | 'assistant', content: string, parts: MessagePart[] = []): EventBody => {
      said += 1;
      const facts = about({ at: said, ...(author === 'person' && { said: 'prompt' }) });
      const message = { id: `terminal_${said}`, thread: 'trunk', author, content, parts: [...parts, facts] };
      return { type: 'chat_message', message: { ...message, status: 'complete' } };
    };
    const run = (session: string, number: number) =>
      own.report({ person, session }, { type: 'started', run: number, cols: 80, rows: 24 });
    const report = (session: string, reported: TerminalReport) => own.report({ person, session }, reported);
    const end = (session: string, number = 1) =>
      own.report(
        { person, session },
        { type: 'ended', run: number, exit: { exitCode: 0, signal: null, reason: 'exited' } },
      );
    const begin = async (title: string, kind = 'claude') => {
      const options = { folder: '/code', program: { kind, agent: 'codex' }, title };
      const { session } = await beginSession(running.spine, { person, id: newId(), mode: 'terminal', options });
      await run(session, 1);
      return session;
    };
    /** A session that has answered each question, and has ended. */
    const finished = async (title: string, ...questions: string[]) => {
      const session = await begin(title);
      await tell(
        session,
        questions.flatMap((question) => [told('person', question), told('assistant', `Of “${question}”: **yes**.`)]),
      );
      await end(session);
      return session;
    };
    return {
      ...world,
      tell,
      told,
      run,
      report,
      end,
      begin,
      finished,
      offered: () => call<EndedSessions>('GET', '/api/terminals/ended'),
      tomorrow: () => (clock.now += DAY),
      keep: (session: string) => call<AddedSources>('POST', `/api/terminals/${session}/keep`),
      dismiss: (session: string) => call<undefined>('POST', `/api/terminals/${session}/dismiss`),
      keepRange: (session: string, from: string, to: string) =>
        call<AddedSources>('POST', `/api/sessions/${session}/chat/keep`, { from, to }),
    };
  }

  test('terminals at a prompt and lost ones are idle; working ones and ones with a question are not', async () => {
    const { begin, person, running, run, report, offered } = await start();
    const status = (session: string, is: TerminalStatus) =>
      report(session, { type: 'status', run: 1, status: is, detail: null, line: null });
    const open = async (title: string, command: readonly string[]) => {
      const options = { folder: '/code', program: { kind: 'command', command }, title };
      const { session } = await beginSession(running.spine, { person, id: newId(), mode: 'terminal', options });
      await run(session, 1);
      return session;
    };
    const [atPrompt, asking, atWork, lost] = [
      await begin('at its prompt'),
      await begin('asks'),
      await begin('works'),
      await begin('lost'),
    ];
    await status(atPrompt, 'idle');
    await status(asking, 'needs-permission');
    await status(atWork, 'thinking');
    await report(lost, { type: 'ended', run: 1, exit: { exitCode: null, signal: null, reason: 'lost' } });
    const shell = await open('a shell', []);
    await status(shell, 'idle');
    await open('a build', []);
    expect((await offered()).idle.toSorted()).toEqual([atPrompt, lost, shell].toSorted());
  });

  test('sessions that ended yesterday are offered with the last question and answer', async () => {
    const { finished, begin, end, offered, tomorrow } = await start();
    const first = await finished('fix the lease', 'One?', 'Two?', 'Three?', 'Four?');
    const second = await finished('read the RFC', 'What does it say?');
    // This one has no messages, and the other one continues.
    await end(await begin('silent'));
    await begin('still runs');
    expect(await offered()).toEqual(NOTHING);
    tomorrow();
    const answer = await offered();
    expect(answer).toMatchObject({ day: '2026-11-22', isYesterday: true, total: 2 });
    const sessions = new Map(answer.sessions.map((each) => [each.session, each]));
    expect(sessions.get(first)).toEqual({
      session: first,
      title: 'fix the lease',
      questions: ['One?', 'Two?', 'Three?'],
      questionCount: 4,
      answer: 'Of “Four?”: yes.',
    });
    expect(sessions.get(second)).toMatchObject({ title: 'read the RFC', questions: ['What does it say?'] });
  });

  test('the day is the person’s, and it is the latest on which a session ended, at most a week ago', async () => {
    const { finished, offered, clock } = await start();
    // The day starts at four in Zurich, which is three in UTC.
    clock.now = Date.parse('2026-11-20T02:30:00Z');
    await finished('early', 'Early?');
    clock.now = Date.parse('2026-11-20T03:30:00Z');
    expect(await offered()).toMatchObject({ day: '2026-11-19', isYesterday: true, total: 1 });
    await finished('late', 'Late?');
    clock.now = Date.parse('2026-11-23T12:00:00Z');
    expect(await offered()).toMatchObject({ day: '2026-11-20', isYesterday: false, sessions: [{ title: 'late' }] });
    clock.now = Date.parse('2026-11-27T12:00:00Z');
    expect(await offered()).toMatchObject({ day: '2026-11-20', total: 1 });
    clock.now = Date.parse('2026-11-28T12:00:00Z');
    expect(await offered()).toEqual(NOTHING);
  });

  test('keeping makes one source of questions and answers, ends the offer, and can be undone', async () => {
    const { finished, offered, tomorrow, keep, detail, undo } = await start();
    const session = await finished('fix the lease', 'What holds it?', 'And then?');
    tomorrow();
    const [kept] = (await keep(session)).results;
    expect(kept).toMatchObject({ outcome: 'added', source: { title: 'What holds it?', origin: 'agent' } });
    const source = await detail(kept?.source.id ?? '');
    expect(source.content).toBe(
      '**You**\n\n> What holds it?\n\n**Claude Code**\n\nOf “What holds it?”: **yes**.\n\n' +
        '**You**\n\n> And then?\n\n**Claude Code**\n\nOf “And then?”: **yes**.',
    );
    expect(source.keptFrom).toEqual({
      session,
      messageId: 'terminal_1',
      lastMessageId: 'terminal_4',
      title: 'fix the lease',
    });
    expect(await offered()).toEqual(NOTHING);
    expect(await undo()).toBe('Added the source “What holds it?”');
    expect(await offered()).toMatchObject({ total: 1 });
  });

  test('a dismissed offer stays away until the dismissal is undone, or the session runs and ends again', async () => {
    const { finished, offered, tomorrow, dismiss, undo, run, end } = await start();
    const session = await finished('fix the lease', 'What holds it?');
    tomorrow();
    await dismiss(session);
    await dismiss(session);
    expect(await offered()).toEqual(NOTHING);
    expect(await undo()).toBe('Dismissed the offer to keep “fix the lease”');
    expect(await offered()).toMatchObject({ total: 1 });
    await dismiss(session);
    await run(session, 2);
    await end(session, 2);
    tomorrow();
    expect(await offered()).toMatchObject({ total: 1 });
    await run(session, 3);
    expect(await offered()).toEqual(NOTHING);
  });

  test('the offer follows corrections and withdrawals in the transcript', async () => {
    const { begin, tell, told, end, offered, tomorrow } = await start();
    const session = await begin('fix the lease');
    const events = [told('person', 'Wat?'), told('assistant', 'The epohc.'), told('person', 'Never said')];
    await tell(session, events);
    await tell(
      session,
      events.map((event, index) => {
        assert(event.type === 'chat_message', 'all of them are messages');
        const content = ['What?', 'The epoch.', ''][index] ?? '';
        return { ...event, message: { ...event.message, content }, isReplacement: true as const };
      }),
    );
    await end(session);
    tomorrow();
    expect((await offered()).sessions).toMatchObject([
      { questions: ['What?'], questionCount: 1, answer: 'The epoch.' },
    ]);
  });

  test('a range of a long chat has messages that the state no longer holds', async () => {
    const { begin, tell, told, keepRange, detail, undo, running, person, list } = await start();
    const session = await begin('long');
    const bash = {
      id: 'toolu_1',
      type: 'tool',
      name: 'Bash',
      input: { command: 'npm test' },
      output: 'x',
      isError: true,
    };
    for (let turn = 0; turn < 250; turn += 1)
      await tell(session, [
        told('person', `Question ${turn}`),
        told('assistant', `Answer ${turn}`, turn === 3 ? [bash as MessagePart] : []),
      ]);
    const { state } = await running.sessions.get({ person, session });
    expect(state.messages.some(({ id }) => id === 'terminal_7')).toBe(false);
    const [kept] = (await keepRange(session, 'terminal_500', 'terminal_7')).results;
    const source = await detail(kept?.source.id ?? '');
    expect(source).toMatchObject({ origin: 'agent', kind: 'article_clip', title: 'Question 3' });
    expect(source.keptFrom).toMatchObject({ session, messageId: 'terminal_7', lastMessageId: 'terminal_500' });
    const spoken = (source.content.match(/(?:Question|Answer) \d+/gu) ?? []).slice(0, 4);
    expect(spoken).toEqual(['Question 3', 'Answer 3', 'Question 4', 'Answer 4']);
    expect(source.content).toContain('Answer 3\n\n- Bash `npm test`, failed\n\n**You**');
    expect(source.content.endsWith('Answer 249')).toBe(true);
    await undo();
    expect(await list()).toMatchObject({ total: 0 });
    await expect(keepRange(session, 'terminal_7', 'terminal_none')).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('points are proposed from a session, each with its moment; a secret reaches neither the model nor a point', async () => {
    const secret = `ghp_${'q7Vt3xKp9Lm2Zr8Ws4Yn6Bd1Hf5Jc0Gg7Ta3'}`;
    const asked: string[] = [];
    const written = [
      {
        text: 'pnpm is used because CI caches it.',
        question: 'Why pnpm?',
        sentence: 'We use pnpm because CI caches it.',
      },
      { text: `The token is ${secret}.`, sentence: 'We use pnpm because CI caches it.' },
    ];
    let answer = JSON.stringify({ points: written });
    const { begin, tell, told, end, call, as, world } = await start({
      of: () =>
        Promise.resolve({
          name: 'A model',
          model: 'x',
          destination: 'x',
          maxTokens: 100,
          contextTokens: 2_500,
          costOf: () => null,
          signature: 'x',
          async *stream(prompt) {
            asked.push(JSON.stringify(prompt.messages));
            if (answer === '') throw new ModelFailure('no-credit', { message: 'No credit.', remedy: 'Add some.' });
            yield { type: 'text', text: answer };
          },
          withOwnClient() {
            return this;
          },
        }),
    });
    const session = await begin('use pnpm');
    const input = { command: 'pnpm add -D vitest', description: 'Add vitest for development' };
    const bash = { id: 'toolu_1', type: 'tool', name: 'Bash', input, output: secret, isError: false, isComplete: true };
    await tell(session, [
      told('assistant', `Oldest. ${'x '.repeat(2_000)}`),
      told('person', `Why pnpm? The token is ${secret}`),
      told('assistant', 'We use pnpm because CI caches it.', [bash as MessagePart]),
    ]);
    await end(session);
    const propose = () => call<SessionProposals>('POST', `/api/terminals/${session}/proposals`);
    expect(await propose()).toEqual({
      project: 'code',
      by: 'A model',
      notice: null,
      leftOut: 1,
      points: [{ ...written[0], moment: { messageId: 'terminal_3', at: 3, kind: 'said' } }],
    });
    expect(asked[0]).toContain('[secret]');
    expect(asked[0]).not.toContain(secret);
    expect(asked[0]).not.toContain('Oldest');
    answer = '';
    const builtIn = await propose();
    expect(builtIn).toMatchObject({ by: 'Built in', notice: 'No credit. Add some.' });
    expect(builtIn.points.map(({ text, moment }) => [text, moment.kind])).toEqual([
      ['We use pnpm because CI caches it.', 'said'],
      ['`pnpm add -D vitest` adds vitest for development.', 'command'],
    ]);
    const shell = await begin('a shell', 'command');
    await expect(call('POST', `/api/terminals/${shell}/proposals`)).rejects.toThrow(
      'No chat: this terminal ran no agent',
    );
    const codex = await begin('codex', 'agent');
    await expect(call('POST', `/api/terminals/${codex}/proposals`)).rejects.toThrow('cannot read Codex’s messages');
    const stranger = as(await world.addPerson());
    await expect(stranger.call('POST', `/api/terminals/${session}/proposals`)).rejects.toMatchObject({
      kind: 'not-found',
    });
  });

  test('other people cannot keep, dismiss or be offered a person’s chat', async () => {
    const { finished, tomorrow, as, world, offered } = await start();
    const session = await finished('private', 'A private question?');
    tomorrow();
    const stranger = as(await world.addPerson());
    expect(await stranger.call('GET', '/api/terminals/ended')).toEqual(NOTHING);
    const refused = { kind: 'not-found' };
    const range = { from: 'terminal_1', to: 'terminal_2' };
    await expect(stranger.call('POST', `/api/sessions/${session}/chat/keep`, range)).rejects.toMatchObject(refused);
    await expect(stranger.call('POST', `/api/terminals/${session}/keep`)).rejects.toMatchObject(refused);
    await expect(stranger.call('POST', `/api/terminals/${session}/dismiss`)).rejects.toMatchObject(refused);
    expect(await stranger.list()).toMatchObject({ total: 0 });
    expect(await offered()).toMatchObject({ total: 1 });
  });
});
