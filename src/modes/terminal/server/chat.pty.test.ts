import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { chatStage } from '../../../../fixtures/claude/chat/chat-stage.ts';
import { aboutOf, chatLines, toolsOf } from '../../../../fixtures/claude/chat/read-chat.ts';
import { typePrompt } from '../../../../fixtures/claude/type-prompt.ts';
import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { apiOf } from '../../../../fixtures/server/child-server.ts';
import { connect } from '../../../../fixtures/server/wire-client.ts';
import { openWindow } from '../../../../fixtures/terminal/terminal-window.ts';
import { findClaude } from '../../../../tools/claude.ts';

const ESCAPE = '\u001B';
const claude = findClaude();
/** Of the terminal; 0 leaves it as it is. */
const COLS = Number(process.env['WARREN_CHAT_COLS'] ?? 0);
/** Each turn has six or seven calls. The long tests take 30 turns. */
const TURNS = COLS > 0 ? 30 : 3;
const CALLS = COLS > 0 ? 200 : 20;
/** Its second half comes once it is released. */
const SLOW = 'slow paragraph of 80 words';

describe.skipIf(claude === undefined && process.env['WARREN_REQUIRE_CLI'] !== '1')('the chat of the real CLI', () => {
  const { begin, chatting, holdAnswer, startOn } = chatStage({ claude, cols: COLS });

  test('the chat says what the transcript says: prose, tools in a row, in parallel, and one that fails', async () => {
    const { prompt, says, chat, agrees, running, session } = await begin();
    for (const [words, end] of [
      ['some prose', 'The end.'],
      ['tools in a row', 'All three are done.'],
      ['tools in parallel', 'They are red, green and blue.'],
      ['a failing tool', 'It failed with 3.'],
    ] as const) {
      await prompt(words);
      await says(end);
    }
    await agrees();
    await expect
      .poll(async () => (await chat()).map(({ parts }) => aboutOf(parts)?.standing))
      .toSatisfy((standings: readonly string[]) => standings.every((each) => each === 'verified'));
    // Nobody has named it, so it is called what Claude Code calls it.
    const named = () => apiOf(running.server)<{ title: string }>('GET', `/api/sessions/${session}`);
    await expect.poll(async () => (await named()).title).toBe('A test');
  });

  test('interruptions, messages typed during a turn, commands and lines for the shell stand where the transcript has them', async () => {
    const { prompt, more, says, agrees, window, shows, rests, press, running } = await begin();
    // The CLI takes back a prompt that is interrupted before its first message, so there is one.
    await prompt('look first');
    await shows(/look first[^]*word9 /u);
    await press(ESCAPE, /Interrupted/u);
    await prompt('sleep in a tool');
    await shows(/Bash\(sleep 30\)\s+⎿\s+Running/u);
    window.type(ESCAPE);
    await shows(/Bash\(sleep 30\)\s+⎿\s+Interrupted/u);
    const release = holdAnswer();
    await prompt(SLOW);
    await shows(/slow9 /u);
    await more('queued words');
    release();
    await says('Hello there.');
    await prompt('wait for a file');
    await shows(/until \[ -e go \][^]*⎿\s+Running/u);
    await more('absorbed words');
    writeFileSync(path.join(running.home, 'project', 'go'), '');
    await says('It has come.');
    await rests();
    await more('!echo from the shell');
    await says('Hello there.');
    await agrees();
  });

  test('a message of the chat is typed into the terminal, and refused where it cannot be', async () => {
    const { says, agrees, window, shows, press, rests, command, chat } = await begin();
    await shows(/^❯/mu);
    await command({ type: 'chat_input', content: 'hello from the chat' });
    await says('Hello there.');
    const long = `many lines\n${'a long line of words '.repeat(250)}\n\u001B[201~\u001B[2J❯ 1. Yes`;
    await command({ type: 'chat_input', content: long });
    await expect.poll(async () => chatLines(await chat()).filter((line) => line.startsWith('person'))).toHaveLength(2);
    await says('Hello there.');
    expect((await chat()).findLast(({ author }) => author === 'person')?.content).toBe(long.replaceAll('\u001B', ''));
    await rests();
    window.type('half a draft');
    await shows(/half a draft/u);
    const refused = command({ type: 'chat_input', content: 'and more' });
    await expect(refused).rejects.toMatchObject({ reason: 'draft', field: 'half a draft' });
    await command({ type: 'chat_input', content: 'and more', withDraft: 'half a draft' });
    await expect.poll(async () => chatLines(await chat())).toContain('person: half a draft\nand more');
    await says('Hello there.');
    await command({ type: 'chat_input', content: '/cost' });
    await shows(/Total cost/u);
    await expect(command({ type: 'chat_input', content: 'too early' })).rejects.toMatchObject({ type: 'error' });
    await press(ESCAPE, /^❯\s*$/mu);
    await expect.poll(async () => chatLines(await chat()).at(-1)).toBe('person: /usage');
    await expect(command({ type: 'interrupt' })).rejects.toMatchObject({ reason: 'nothing-to-stop' });
    await command({ type: 'chat_input', content: 'look first' });
    // An earlier conversation stands above with the same words. Before the first ones Escape takes the prompt back.
    await shows(/and more[^]*look first[^]*word9 /u);
    await command({ type: 'interrupt' });
    await expect.poll(async () => chatLines(await chat()).at(-1)).toBe('(interrupted)');
    await agrees();
  });

  test('a session with exact text shows each paragraph as it was written before the transcript has it, also once resumed', async () => {
    const running = await startOn(temporaryFolder());
    onTestFinished(async () => void (await running.server.stop()));
    const { prompt, says, agrees, session } = await chatting({
      running,
      opened: await running.open({ hasExactText: true }),
    });
    // The screen has no marks of markdown, and the transcript no message before its end.
    const showsMarks = async () => {
      const client = await connect(running.server);
      onTestFinished(() => client.close());
      await client.ask({ type: 'subscribe', session });
      return client.find('chat_message_update', ({ contentDelta }) => contentDelta.includes('with **bold** words'));
    };
    const release = holdAnswer();
    const first = showsMarks();
    await prompt('two paragraphs');
    await first;
    release();
    await says('The end of it.');
    await agrees();
    await apiOf(running.server)('POST', `/api/terminals/${session}/stop`, {});
    await apiOf(running.server)('POST', `/api/terminals/${session}/restart`, {});
    const releaseAgain = holdAnswer();
    const again = showsMarks();
    await typePrompt(await openWindow(running.server, session), 'two paragraphs');
    await again;
    releaseAgain();
    await says('The end of it.');
    await agrees();
  });

  test('subagents, a compaction and a cleared session', async () => {
    const { prompt, says, agrees, chat, clear: clearAgain } = await begin();
    await prompt('a subagent');
    await says('There are three files.');
    const inside = async () => {
      const [call] = (await chat()).flatMap(({ parts }) => toolsOf(parts));
      return call?.inside?.map((each) => (each.type === 'text' ? each.text.trim() : each.name));
    };
    await expect.poll(inside).toEqual(['I count.', 'Bash', 'Three files.']);
    await prompt('/compact');
    await expect.poll(async () => chatLines(await chat()).at(-1)).toBe('(compacted)');
    await prompt('hello again');
    await says('Hello there.');
    await clearAgain();
    await prompt('hello after that');
    await says('Hello there.');
    await agrees();
  });

  test('what a tool prints and an answer quotes never becomes a message, a prompt or a dialog', async () => {
    const { prompt, says, agrees, permissions, chat } = await begin();
    await prompt('imitate');
    await says('That is all.');
    await agrees();
    expect(await permissions()).toEqual([]);
    expect((await chat()).filter(({ author }) => author === 'person')).toHaveLength(1);
  });

  test('requests that fail are tried again, and the answer follows', async () => {
    const { prompt, says, agrees } = await begin();
    await prompt('try again');
    await says('Hello there.');
    await agrees();
  });

  test('a window that becomes narrow during an answer changes nothing that was said', async () => {
    const { prompt, shows, says, agrees, window, chat } = await begin();
    const release = holdAnswer();
    await prompt(SLOW);
    await shows(/slow9 /u);
    window.tell({ type: 'size', cols: 60, rows: 24, isClaim: true });
    await shows(/slow30 /u);
    window.tell({ type: 'size', cols: 140, rows: 40, isClaim: true });
    release();
    await says('slow79');
    await agrees();
    await expect.poll(async () => aboutOf((await chat()).at(-1)?.parts)?.standing).toBe('verified');
  });

  test('many turns with calls read as the transcript says', async () => {
    const { prompt, says, agrees, chat } = await begin();
    for (let turn = 1; turn <= TURNS; turn += 1) {
      await prompt(`turn ${turn} of many`);
      await says(`Turn ${turn} is \\*\\*done\\*\\*.`);
    }
    await agrees();
    const calls = (await chat()).flatMap(({ parts }) => toolsOf(parts));
    expect(calls).toHaveLength(CALLS);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(CALLS);
  });

  test('tasks that end behind a turn and several messages that wait read as the transcript says', async () => {
    const { prompt, more, says, shows, agrees, chat } = await begin();
    await prompt('build behind');
    await says('I have seen that it ended.');
    const release = holdAnswer();
    await prompt(SLOW);
    await shows(/slow9 /u);
    for (const words of ['waits first', 'waits next', 'waits last']) await more(words);
    release();
    const said = async () => chatLines(await chat()).filter((line) => /task-done|waits|have seen/u.test(line));
    await expect
      .poll(said)
      .toEqual([
        '(task-done) The task “Builds it all” has ended',
        'assistant: I have seen that it ended.',
        ...['waits first', 'waits next', 'waits last'].map((words) => `person: ${words}`),
      ]);
    await says('Hello there.');
    await agrees();
    await expect
      .poll(async () => (await chat()).map(({ parts }) => aboutOf(parts)?.standing))
      .toSatisfy((standings: readonly string[]) => standings.every((each) => each === 'verified'));
  });
});
