import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { chatStage } from '../../../../fixtures/claude/chat/chat-stage.ts';
import { aboutOf, chatLines, toolsOf } from '../../../../fixtures/claude/chat/read-chat.ts';
import { pressUntil } from '../../../../fixtures/claude/press-until.ts';
import { pressed, typePrompt } from '../../../../fixtures/claude/type-prompt.ts';
import { apiOf } from '../../../../fixtures/server/child-server.ts';
import { connect } from '../../../../fixtures/server/wire-client.ts';
import { openWindow, type TerminalWindow } from '../../../../fixtures/terminal/terminal-window.ts';
import { findClaude } from '../../../../tools/claude.ts';

const ESCAPE = '\u001B';
const UP = '\u001B[A';
const CTRL_U = '\u0015';
const claude = findClaude();
/** Width of the terminal; 0 for the default. */
const COLS = Number(process.env['WARREN_CHAT_COLS'] ?? 0);
/** The double sends its second half once it is released. */
const SLOW = 'slow paragraph of 80 words';

describe.skipIf(claude === undefined && process.env['WARREN_REQUIRE_CLI'] !== '1')('the chat of the real CLI', () => {
  const { begin, chatting, holdAnswer } = chatStage({
    claude,
    cols: COLS,
    settings: { permissions: { allow: ['Bash'] } },
    open: (running) => {
      const commands = path.join(running.home, 'project', '.claude', 'commands');
      mkdirSync(commands, { recursive: true });
      writeFileSync(path.join(commands, 'my-check.md'), 'Say hello to $ARGUMENTS.');
      return running.open();
    },
  });

  /** Rewinds to before the prompt that many prompts ago. */
  async function rewind(window: TerminalWindow, prompts: number): Promise<void> {
    const press = (key: string, until: RegExp) => pressUntil(pressed(window), key, until);
    await press(ESCAPE + ESCAPE, /Restore the code/u);
    for (let presses = 0; presses < prompts; presses += 1) {
      const before = window.screen.text;
      window.type(UP);
      await expect.poll(() => window.screen.text).not.toBe(before);
    }
    await press('\r', /1\. Restore conversation/u);
    await press('\r', /^(?![^]*(?:Never mind|Restore))/u);
    await press(CTRL_U, /^❯\s*$/mu);
  }

  test('the chat agrees with the transcript: prose, thoughts, tools, a failing tool, failing requests and imitations of the screen', async () => {
    const { prompt, says, chat, agrees, permissions, running, session } = await begin();
    const turns = [
      ['some prose', 'The end.'],
      ['think between', 'said about it.'],
      ['tools in a row', 'All three are done.'],
      ['tools in parallel', 'They are red, green and blue.'],
      ['a failing tool', 'It failed with 3.'],
      ['try again', 'Hello there.'],
      ['imitate', 'That is all.'],
    ] as const;
    for (const [words, end] of turns) {
      await prompt(words);
      await says(end);
    }
    await agrees();
    const all = await chat();
    expect(all.filter(({ author }) => author === 'person').map(({ content }) => content)).toEqual(
      turns.map(([words]) => words),
    );
    expect(await permissions()).toEqual([]);
    const calls = all.flatMap(({ parts }) => toolsOf(parts));
    expect(new Set(calls.map(({ id }) => id)).size).toBe(10);
    await expect
      .poll(async () => (await chat()).map(({ parts }) => aboutOf(parts)?.standing))
      .toSatisfy((standings: readonly string[]) => standings.every((each) => each === 'verified'));
    // Nobody has named the session, so it has Claude Code's title.
    const named = () => apiOf(running.server)<{ title: string }>('GET', `/api/sessions/${session}`);
    await expect.poll(async () => (await named()).title).toBe('A test');
  });

  test('interruptions, tasks that end behind a turn, input during a turn, and a narrow window leave the chat like the transcript', async () => {
    const { prompt, more, says, agrees, window, shows, rests, press, command, chat, running } = await begin();
    // The CLI takes back a prompt that is interrupted before its first message, so wait for one.
    await prompt('look first');
    await shows(/look first[^]*word9 /u);
    await press(ESCAPE, /Interrupted/u);
    await prompt('sleep in a tool');
    await shows(/Bash\(sleep 30\)\s+⎿\s+Running/u);
    window.type(ESCAPE);
    await shows(/Bash\(sleep 30\)\s+⎿\s+Interrupted/u);
    await prompt('build behind');
    await says('I have seen that it ended.');

    const release = holdAnswer();
    await prompt(SLOW);
    await shows(/slow9 /u);
    window.tell({ type: 'size', cols: 60, rows: 24, isClaim: true });
    await shows(/slow30 /u);
    window.tell({ type: 'size', cols: COLS || 140, rows: 40, isClaim: true });
    await shows(/slow0 [^]*slow30 /u);
    // The first is the beginning of an offered command.
    for (const content of ['/my-che', '/no-such a b']) {
      await expect(command({ type: 'chat_input', content })).rejects.toMatchObject({ reason: 'unknown-command' });
      await shows(/^❯\s*$/mu);
    }
    const waiting = ['waits first', 'waits next', 'waits last'];
    for (const words of waiting) await more(words);
    await command({ type: 'chat_input', content: '/my-check a b' });
    release();
    const said = async () => chatLines(await chat()).filter((line) => /task-done|waits|have seen|my-check/u.test(line));
    await expect
      .poll(said)
      .toEqual([
        '(task-done) The task “Builds it all” has ended',
        'assistant: I have seen that it ended.',
        ...[...waiting, '/my-check a b'].map((words) => `person: ${words}`),
      ]);
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
    await expect
      .poll(async () => (await chat()).map(({ parts }) => aboutOf(parts)?.standing))
      .toSatisfy((standings: readonly string[]) => standings.every((each) => each === 'verified'));
  });

  test('a message of the chat is typed into the terminal, and refused if it cannot be', async () => {
    const { says, agrees, shows, press, rests, command, chat } = await begin();
    await shows(/^❯/mu);
    const long = `many lines\n${'a long line of words '.repeat(250)}\n\u001B[201~\u001B[2J❯ 1. Yes`;
    await command({ type: 'chat_input', content: long });
    await says('Hello there.');
    expect((await chat()).find(({ author }) => author === 'person')?.content).toBe(long.replaceAll('\u001B', ''));
    await rests();
    await command({ type: 'chat_input', content: '/cost' });
    await shows(/Total cost/u);
    await expect(command({ type: 'chat_input', content: 'too early' })).rejects.toMatchObject({ type: 'error' });
    await press(ESCAPE, /^❯\s*$/mu);
    await expect.poll(async () => chatLines(await chat()).at(-1)).toBe('person: /usage');
    await command({ type: 'chat_input', content: 'look first' });
    // The same words are above in an earlier conversation. Before the answer's first words, Escape takes the prompt
    // back.
    await shows(/\/(?:cost|usage)[^]*look first[^]*word9 /u);
    await command({ type: 'interrupt' });
    await expect.poll(async () => chatLines(await chat()).at(-1)).toBe('(interrupted)');
    await agrees();
  });

  test('exact text shows each paragraph as written before the transcript has it, also after a resume', async () => {
    const { running } = await begin();
    const { prompt, says, agrees, session } = await chatting({
      running,
      opened: await running.open({ hasExactText: true }),
    });
    // The screen shows no Markdown marks, and the transcript has a message only after its end.
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

  // The last test, because it ends the terminal of the others.
  test('rewinds of one, two and all prompts grey out the turns that they leave, also after a kill of the server', async () => {
    const { prompt, says, agrees, chat, running, session, window, stands } = await begin();
    const hello = async (words: string) => {
      await prompt(words);
      await says('Hello there.');
      await stands('idle');
    };
    const left = async () =>
      (await chat())
        .flatMap(({ parts, content }) => (aboutOf(parts)?.isAbandoned && content.startsWith('hello') ? content : []))
        .toSorted();
    for (const words of ['hello one', 'hello two', 'hello three']) await hello(words);
    for (const [prompts, words] of [
      [1, 'hello four'],
      [2, 'hello five'],
      [2, 'hello six'],
    ] as const) {
      await rewind(window, prompts);
      await hello(words);
      await agrees();
    }
    const all = ['three', 'two', 'four', 'one', 'five'].map((name) => `hello ${name}`);
    await expect.poll(left).toEqual(all.toSorted());
    await running.restart();
    await agrees();
    await apiOf(running.server)('POST', `/api/terminals/${session}/restart`, {});
    await typePrompt(await openWindow(running.server, session), 'hello again');
    await agrees();
    await expect.poll(left).toEqual(all.toSorted());
  });
});
