import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { chatStage } from '../../../../fixtures/claude/chat/chat-stage.ts';
import { chatLines } from '../../../../fixtures/claude/chat/read-chat.ts';
import { readEvents } from '../../../../fixtures/claude/read-events.ts';
import type { ProviderRequest } from '../../../../fixtures/provider/provider-double.ts';
import type { Script } from '../../../../fixtures/provider/script.ts';
import { apiOf } from '../../../../fixtures/server/child-server.ts';
import { findClaude } from '../../../../tools/claude.ts';
import { BUILT_IN } from '../chat/server/completion/built-in-commands.ts';
import { fieldOf } from '../hooks/domain/screen-places.ts';

const claude = findClaude();
const EMPTY = /^❯\s*$/mu;
const TURN_ENDED = /^● As you like\.\s+^\S \S+ for \d+s\s+^─/mu;
const SUGGESTED = /^❯\srun the tests now/mu;
const ESCAPE = '\u001B';
const BACKSPACE = '\u007F';
const DOWN = '\u001B[B';
const CTRL_G = '\u0007';
const CTRL_R = '\u0012';
const CTRL_U = '\u0015';
const CTRL_Z = '\u001A';

const BACK_TO_BACK = Number(process.env['WARREN_BACK_TO_BACK'] ?? 0);
const isLong = BACK_TO_BACK > 0;
const YES_OR_NO = [() => true, () => false] as const;
/** Ends a turn. Claude Code drops a suggestion that arrives before the end of its turn, which its hooks can delay. */
let endTurn: () => void = () => undefined;
const turnEnded = new Promise<void>((resolve) => (endTurn = resolve));

interface Answer {
  readonly type: string;
  readonly reason?: string;
  readonly field?: string;
}

/** Claude Code asks for a suggestion after the second answer if the provider counts few tokens. */
const SHORT = { input: 10, output: 10 };
function suggested(request: ProviderRequest): Script | undefined {
  const { text } = request;
  if (text.includes('SUGGESTION MODE')) return { pieces: [turnEnded, 'run the tests now'], usage: SHORT };
  return text.includes('suggest something') ? { pieces: ['As you like.'], usage: SHORT } : undefined;
}

describe.skipIf(claude === undefined && process.env['WARREN_REQUIRE_CLI'] !== '1')(
  'chat input for the real CLI',
  () => {
    const { answers, begin } = chatStage({
      claude,
      environment: { CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION: '1', EDITOR: 'vi' },
      answer: suggested,
      open(running) {
        const project = path.join(running.home, 'project');
        const commands = path.join(project, '.claude', 'commands');
        mkdirSync(commands, { recursive: true });
        for (const name of ['notes.md', 'my notes.md']) writeFileSync(path.join(project, name), 'n');
        writeFileSync(path.join(commands, 'my-check.md'), '---\nargument-hint: "[file]"\n---\nSay hello.');
        return running.open();
      },
    });

    async function typing(options?: { readonly isNew: boolean }) {
      const stage = await begin(options);
      const { running, session, window, command, chat } = stage;
      await window.shows(EMPTY);
      /** Sends a message as the page does, and returns its answer. */
      const send = (content: string, more: { readonly withDraft?: string } = {}): Promise<Answer> =>
        command({ type: 'chat_input', content, ...more }).then(
          () => ({ type: 'accepted' }),
          (error: Answer) => error,
        );
      return {
        ...stage,
        send,
        /** Sends a message. Throws with the text of the screen if it is refused. */
        accepts: async (content: string, more?: { readonly withDraft?: string }) => {
          const answer = await send(content, more);
          if (answer.type !== 'accepted')
            throw new Error(`${content} is answered with ${JSON.stringify(answer)}:\n${window.screen.text}`);
        },
        interrupt: () => command({ type: 'interrupt' }),
        continueProgram: () => apiOf(running.server)('POST', `/api/terminals/${session}/continue`),
        said: async () =>
          chatLines(await chat())
            .filter((line) => line.startsWith('person: '))
            .map((line) => line.replaceAll(/\s+/gu, ' ')),
      };
    }

    test.runIf(isLong)('the chat offers the commands of its menu', async () => {
      const { window, shows } = await typing();
      window.type('/');
      await shows(/^\/add-dir\s/mu);
      const offered = new Set<string>();
      const rows = () => window.screen.text.matchAll(/^(\/[\w-]+) .*\S {2,}|^(\/[\w-]+)\s/gmu);
      for (let wrapped = false; !wrapped;) {
        const before = window.screen.text;
        for (const [, described, plain] of rows()) offered.add(described ?? plain ?? '');
        // Claude Code loses keys while it starts.
        const goesOn = async () => {
          window.type(DOWN);
          const hasMoved = expect.poll(() => window.screen.text, { timeout: 2_000 }).not.toBe(before);
          return await hasMoved.then(...YES_OR_NO);
        };
        while (!(await goesOn()));
        wrapped = offered.size > 20 && /^\/add-dir\s/mu.test(window.screen.text);
      }
      window.type(`${ESCAPE}`);
      await expect.poll(() => window.screen.text).not.toMatch(/^\/add-dir\s/mu);
      window.type(CTRL_U);
      await shows(EMPTY);
      // The menu also contains the commands of the folder.
      offered.delete('/my-check');
      expect([...offered].toSorted()).toEqual(Object.keys(BUILT_IN));
    });

    test('mentions and commands arrive as written, and blank messages do not', async () => {
      const { send, accepts, said, shows, rests } = await typing();
      const messages = [
        'look at @no',
        'look at @"my notes.md"',
        '/my-check',
        '/my-check a\tb',
        'tab\there 🎉 café 語 (a|b)* [x] #1',
      ];
      for (const message of messages) {
        await accepts(message);
        await expect.poll(said).toContain(`person: ${message.replaceAll(/\s+/gu, ' ')}`);
        await shows(EMPTY);
      }
      // During a turn, the command would be refused before Claude Code sees it.
      await shows(/\(a\|b\)[^❯]*^\S \S+ for \d+s\s+^─/mu);
      await rests();
      expect(await send('/my-che')).toMatchObject({ reason: 'unknown-command' });
      await shows(/Unknown (?:slash )?command: \/?my-che\b(?!ck)/u);
      for (const blank of ['\u200B', '\u2066 \uFEFF'])
        expect(await send(blank), JSON.stringify(blank)).toMatchObject({ reason: 'empty' });
      await shows(EMPTY);
    });

    test('model, effort and permission mode are reported as Claude Code has them, and changed by its own means', async () => {
      const { accepts, shows, window, session, running } = await typing();
      const { server } = running;
      const told = async () => {
        const events = await readEvents(server, session);
        const modes = events.flatMap((event) => (event.type === 'permission_mode_changed' ? event.permissionMode : []));
        const usages = events.flatMap((event) => (event.type === 'usage_changed' ? event.usage : []));
        return { permissionMode: modes.at(-1), usage: usages.at(-1) };
      };
      const setMode = (mode: string) => apiOf(server)('PUT', `/api/terminals/${session}/permission-mode`, { mode });
      await expect.poll(told).toMatchObject({ permissionMode: 'default', usage: { effort: 'high' } });
      await accepts('/model sonnet');
      await accepts('/effort low');
      await expect.poll(told).toMatchObject({ usage: { model: expect.stringMatching(/Sonnet/u), effort: 'low' } });
      await setMode('plan');
      await expect.poll(told).toMatchObject({ permissionMode: 'plan' });
      await shows(/^\s*⏸ plan mode on/mu);
      window.type('a thought');
      await shows(/a thought/u);
      await setMode('default');
      await expect.poll(told).toMatchObject({ permissionMode: 'default' });
      expect(window.screen.text).not.toMatch(/mode on/u);
      window.type(CTRL_U);
      await shows(EMPTY);
      await accepts('/effort');
      await shows(/Esc to cancel/u);
      await expect(setMode('plan')).rejects.toThrow(/Not changed: /u);
      window.type(ESCAPE);
      await shows(EMPTY);
      await accepts('/model default');
    });

    test('a draft that differs from the shown one is shown again', async () => {
      const { send, accepts, said, window, shows } = await typing();
      window.type('half a');
      await shows(/^❯\shalf a\s*$/mu);
      expect(await send('and more')).toMatchObject({ reason: 'draft', field: 'half a' });
      window.type(' sentence');
      await shows(/half a sentence/u);
      expect(await send('and more', { withDraft: 'half a' })).toMatchObject({
        reason: 'draft',
        field: 'half a sentence',
      });
      await accepts('and more', { withDraft: 'half a sentence' });
      await expect.poll(said).toEqual(['person: half a sentence and more']);
    });

    test.runIf(isLong)('three messages back to back arrive once each', async () => {
      const { accepts, said, shows } = await typing();
      const wanted: string[] = [];
      for (let round = 0; round < BACK_TO_BACK; round += 1) {
        const each = ['first', 'second', 'third'].map((name) => `${name} of ${round}`);
        await Promise.all(each.map((content) => accepts(content)));
        wanted.push(...each.map((content) => `person: ${content}`));
        await expect.poll(said).toEqual(expect.arrayContaining(wanted));
        await shows(EMPTY);
      }
      // Messages known from the queue disappear once the transcript has them.
      await expect.poll(async () => (await said()).toSorted()).toEqual(wanted.toSorted());
    });

    test('a mode of the box is left before a message is typed, other boxes keep it out, and a message that ends Claude Code is answered', async () => {
      const { send, accepts, said, window, shows, rests, interrupt, continueProgram, running } = await typing();
      const before = answers.prompts.length;
      const settings = path.join(running.home, '.claude', 'settings.json');
      const without = readFileSync(settings, 'utf8');
      const hides = (words: RegExp) => expect.poll(() => window.screen.text).not.toMatch(words);
      const refuses = async (reason: string, ...contents: readonly string[]) => {
        const { text } = window.screen;
        for (const content of contents) {
          const answer = await send(content);
          expect(answer, `${content}:\n${window.screen.text}`).toMatchObject({ reason });
        }
        expect(rowsOfBox(window.screen.text)).toEqual(rowsOfBox(text));
      };
      await refuses('empty', '!', '! ', '/');
      // In shell mode, neither a message nor the person's draft may run in a shell.
      window.type('!');
      await shows(/^!\s*$/mu);
      await accepts('touch shell-ran');
      await expect.poll(said).toContain('person: touch shell-ran');
      await rests();
      window.type('!');
      await shows(/^!\s*$/mu);
      window.type('touch shell-ran');
      await shows(/^!\stouch shell-ran\s*$/mu);
      await refuses('draft', 'as a prompt');
      await accepts('as a prompt', { withDraft: '!touch shell-ran' });
      await expect.poll(said).toContain('person: touch shell-ran as a prompt');
      await rests();
      window.type(CTRL_R);
      await shows(/search prompts:/u);
      await refuses('panel', 'into the search');
      window.type(ESCAPE);
      await hides(/search prompts:/u);
      await accepts('/help');
      await shows(/Shortcuts/u);
      await refuses('panel', 'into the panel');
      await interrupt();
      await shows(EMPTY);
      window.type(CTRL_G);
      await shows(/^~/mu);
      await refuses('program', 'into the editor');
      window.type(`${ESCAPE}:q!\r`);
      await shows(EMPTY);

      writeFileSync(settings, JSON.stringify({ ...JSON.parse(without), editorMode: 'vim' }));
      window.type('x');
      await shows(/-- INSERT --/u);
      window.type(BACKSPACE);
      await shows(EMPTY);
      window.type(ESCAPE);
      await hides(/-- INSERT --/u);
      await accepts('from vim');
      await expect.poll(said).toContain('person: from vim');
      await rests();
      window.type('half a draft');
      await shows(/-- INSERT --/u);
      window.type(ESCAPE);
      await hides(/-- INSERT --/u);
      // A vim command that waits for more keys.
      window.type('d');
      await accepts('dd', { withDraft: 'half a draft' });
      await expect.poll(said).toContain('person: half a draft dd');
      await accepts('long story');
      // An interruption before the first words of an answer puts the prompt back into the box, so wait for the words.
      await shows(/half a draft[^]*word9 /u);
      await interrupt();
      await shows(/Interrupted/u);
      writeFileSync(settings, without);
      // If the interrupted text returns into the box, it is not a draft of the person.
      window.type(CTRL_U);

      await accepts('suggest something');
      await expect.poll(said).toContain('person: suggest something');
      await shows(TURN_ENDED);
      endTurn();
      await shows(SUGGESTED);
      await accepts('not what it suggests');
      await expect.poll(said).toContain('person: not what it suggests');
      // The box may show a suggestion again.
      await shows(/not what it suggests[^❯]*^\S \S+ for \d+s\s+^─/mu);
      window.type(CTRL_Z);
      await shows(/has been suspended|now suspends/u);
      // The suggestion can be painted over the message about the suspension.
      expect(await send('while it sleeps')).toMatchObject({ reason: 'suspended' });
      await continueProgram();
      await expect.poll(async () => (await send('awake again')).reason).toBeUndefined();
      await expect.poll(said).toContain('person: awake again');
      await shows(/awake again[^❯]*^\S \S+ for \d+s\s+^─/mu);
      expect(existsSync(path.join(running.home, 'project', 'shell-ran'))).toBe(false);
      expect(answers.prompts.slice(before).filter((prompt) => /into the|sleeps|run the tests/u.test(prompt))).toEqual(
        [],
      );

      expect(await send('exit')).toMatchObject({ type: 'accepted' });
      await expect.poll(() => window.told).toContainEqual({ type: 'running', isRunning: false });
    });

    test('text that the person types in the terminal meanwhile is never sent', async () => {
      const { send, said, window, shows } = await typing({ isNew: true });
      const before = answers.prompts.length;
      let isSent = false;
      const sending = send('from the chat').finally(() => (isSent = true));
      let typed = 0;
      while (!isSent) {
        window.type('x');
        typed += 1;
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
      const answer = await sending;
      expect(typed).toBeGreaterThan(0);
      // By chance, all letters can follow the message.
      if (answer.type === 'accepted') {
        await expect.poll(async () => (await said()).length).toBe(1);
        expect(await said()).toEqual(['person: from the chat']);
        return;
      }
      expect(answer.reason).toMatch(/draft|unconfirmed/u);
      await shows(/^❯\s.*x/mu);
      expect(await said()).toEqual([]);
      expect(answers.prompts.slice(before)).toEqual([]);
    });
  },
);

/** The rows of the last two rules, and those between them. */
function rowsOfBox(screen: string): readonly string[] {
  const rows = screen.split('\n').map((row) => row.trimEnd());
  const field = fieldOf(rows);
  return field ? rows.slice(field.top, field.bottom + 1) : [];
}
