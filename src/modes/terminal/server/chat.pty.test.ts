import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { ChatAnswers } from '../../../../fixtures/claude/chat/chat-answers.ts';
import { aboutOf, chatLines, readChat, toolsOf } from '../../../../fixtures/claude/chat/read-chat.ts';
import { transcriptLines } from '../../../../fixtures/claude/chat/transcript-lines.ts';
import { startClaudeServer } from '../../../../fixtures/claude/claude-server.ts';
import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { createProviderDouble, type ProviderDouble } from '../../../../fixtures/provider/provider-double.ts';
import { findClaude } from '../../../../tools/claude.ts';

const ESCAPE = '\u001B';
const claude = findClaude();
const ALLOWED = { permissions: { allow: ['Bash'] } };

describe.skipIf(claude === undefined && process.env['WARREN_REQUIRE_CLI'] !== '1')('the chat of the real CLI', () => {
  let double: ProviderDouble;
  beforeAll(async () => {
    double = await createProviderDouble({ answer: new ChatAnswers().answer });
  });
  afterAll(() => double.close());

  async function start() {
    const running = await startClaudeServer({
      warrenHome: temporaryFolder(),
      claude,
      provider: double.url,
      settings: ALLOWED,
    });
    onTestFinished(async () => void (await running.server.stop()));
    const opened = await running.open();
    return {
      ...opened,
      shows: opened.window.shows,
      /** Waits until the chat ends with these words, and nothing is under way. */
      says: async (end: string) => {
        await expect
          .poll(async () => (await readChat(running.server, opened.session)).at(-1), { timeout: 30_000 })
          .toMatchObject({ content: expect.stringMatching(new RegExp(`${end}\\s*$`, 'u')), status: 'complete' });
      },
      chat: () => readChat(running.server, opened.session),
      /** Waits until the chat says what the transcript says. */
      agrees: async () => {
        await expect
          .poll(
            async () => {
              const told = chatLines(await readChat(running.server, opened.session)).join('\n');
              const written = transcriptLines(running.home).join('\n');
              return told === written ? 'the same' : `${told}\n\n=== but the transcript:\n${written}`;
            },
            { timeout: 20_000 },
          )
          .toBe('the same');
      },
      running,
    };
  }

  test('the chat says what the transcript says: prose, tools in a row, in parallel, and one that fails', async () => {
    const { prompt, says, chat, agrees } = await start();
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
  });

  test('interruptions, messages typed during a turn, commands and lines for the shell stand where the transcript has them', async () => {
    const { prompt, says, agrees, window, shows, press } = await start();
    await prompt('long story');
    await shows(/word9 /u);
    await press(ESCAPE, /Interrupted/u);
    await prompt('sleep in a tool');
    await shows(/● Bash\(sleep 30\)/u);
    window.type(ESCAPE);
    await shows(/Bash\(sleep 30\)\s+⎿\s+Interrupted/u);
    await prompt('slow paragraph');
    await shows(/slow9 /u);
    window.type('queued words');
    await shows(/❯ queued words/u);
    window.type('\r');
    await says('Hello there.');
    await prompt('tools in a row');
    await shows(/First I look/u);
    window.type('absorbed words');
    window.type('\r');
    await says('All three are done.');
    await prompt('!echo from the shell');
    await says('Hello there.');
    await agrees();
  });

  test('subagents, a compaction and a cleared session', async () => {
    const { prompt, says, agrees, chat } = await start();
    await prompt('a subagent');
    await says('There are three files.');
    const [call] = (await chat()).flatMap(({ parts }) => toolsOf(parts));
    expect(call?.inside?.map((each) => (each.type === 'text' ? each.text.trim() : each.name))).toEqual([
      'I count.',
      'Bash',
      'Three files.',
    ]);
    await prompt('/compact');
    await expect.poll(async () => chatLines(await chat()).at(-1)).toBe('(compacted)');
    await prompt('hello again');
    await says('Hello there.');
    await prompt('/clear');
    await expect.poll(async () => chatLines(await chat()).at(-1)).toBe('person: /clear');
    await prompt('hello after that');
    await says('Hello there.');
    await agrees();
  });
});
