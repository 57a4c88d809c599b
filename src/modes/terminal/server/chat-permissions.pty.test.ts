import { existsSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { chatStage } from '../../../../fixtures/claude/chat/chat-stage.ts';
import { toolsOf } from '../../../../fixtures/claude/chat/read-chat.ts';
import { apiOf } from '../../../../fixtures/server/child-server.ts';
import { findClaude } from '../../../../tools/claude.ts';
import { libraryAnswer } from '../chat/domain/shown/library-answer.ts';
import type { OpenPermission } from '../protocol.ts';

const claude = findClaude();
const COAL = 'Coal was cheap in those years.';

const answererOf = (permissions: () => Promise<readonly OpenPermission[]>) => async () =>
  (await permissions()).map(({ resolved }) => resolved);

describe.skipIf(claude === undefined && process.env['WARREN_REQUIRE_CLI'] !== '1')(
  'permissions of the real CLI',
  () => {
    const { begin } = chatStage({
      claude,
      async open(running) {
        const api = apiOf(running.server);
        const { id: bucketId } = await api<{ id: string }>('POST', '/api/library/buckets', { name: 'Notes' });
        const source = { bucketId, title: 'On coal', content: COAL };
        await api('POST', '/api/library/sources', {
          sources: [source, { ...source, bucketId: null, title: 'Elsewhere' }],
        });
        return await running.open({}, { bucketId, canKeep: false });
      },
    });

    test('a prompt that the terminal replaced by another one can no longer be denied in the chat', async () => {
      const { prompt, permissions, window, shows, listens, command, running } = await begin();
      const made = (file: string) => existsSync(path.join(running.home, 'project', file));
      await prompt('two askers');
      await expect.poll(async () => (await permissions()).length).toBe(2);
      await shows(/Do you want to proceed/u);
      const asked = async (name: 'A' | 'B') =>
        (await permissions()).find(({ toolInput }) => JSON.stringify(toolInput).includes(`RAN-${name}`));
      await listens();
      // Claude Code may have shown the other prompt instead meanwhile.
      const isFirstShown = /touch RAN-A/u.test(window.screen.text);
      const [shown, other] = isFirstShown ? (['A', 'B'] as const) : (['B', 'A'] as const);
      window.type('1');
      await shows(new RegExp(`touch RAN-${other}`, 'u'));
      await expect.poll(async () => (await asked(shown))?.resolved?.by).toBe('terminal');
      const deny = async (name: 'A' | 'B') =>
        command({ type: 'answer_permission', permissionId: (await asked(name))?.permissionId, behavior: 'deny' });
      await expect(deny(shown)).rejects.toMatchObject({ reason: 'answered' });
      expect((await asked(other))?.resolved).toBeNull();
      await deny(other);
      await expect.poll(() => made(`RAN-${shown}`)).toBe(true);
      await expect.poll(async () => (await asked(shown))?.resolved).toEqual({ by: 'terminal', behavior: 'allow' });
      expect((await asked(other))?.resolved).toEqual({ by: 'chat', behavior: 'deny' });
      expect(made(`RAN-${other}`)).toBe(false);
    });

    test('Escape in the terminal denies, also right after a refused interruption of the chat', async () => {
      const { prompt, permissions, window, shows, listens, command } = await begin();
      const resolved = answererOf(permissions);
      await shows(/^❯/mu);
      await expect(command({ type: 'interrupt' })).rejects.toMatchObject({ reason: 'nothing-to-stop' });
      await prompt('need permission');
      await shows(/Do you want to create/u);
      await expect.poll(resolved).toEqual([null]);
      await listens();
      window.type('\u001B');
      await expect.poll(resolved).toEqual([{ by: 'terminal', behavior: 'deny' }]);
      await prompt('need permission');
      await expect.poll(async () => (await resolved()).at(-1)).toBeNull();
      await shows(/Do you want to create/u);
      await listens();
      await command({ type: 'interrupt' });
      await expect.poll(async () => (await resolved()).at(-1)).toEqual({ by: 'nobody', behavior: null });
    });

    test('Claude Code searches the bucket that is open to it, once the chat has allowed it', async () => {
      const { prompt, permissions, command, stands, chat } = await begin();
      const calls = async () => (await chat()).flatMap(({ parts }) => toolsOf(parts));
      const isAsked = async () => (await permissions()).length > 0;
      const early = async () => (await chat()).filter(({ content }) => content === 'Not connected yet.').length;
      // Claude Code connects to its MCP servers while it starts.
      for (let turn = 1; turn < 20 && !(await isAsked()); turn += 1) {
        await prompt('search the library');
        await expect.poll(async () => (await isAsked()) || (await early()) === turn).toBe(true);
      }
      expect(await permissions()).toMatchObject([
        { toolName: 'mcp__warren__search_library', toolInput: { query: 'coal' }, resolved: null },
      ]);
      const [asked] = await permissions();
      expect(asked?.suggestions).toEqual(['Do not ask again for Warren: search_library in this folder, for you']);
      await command({ type: 'answer_permission', permissionId: asked?.permissionId, behavior: 'allow' });
      const found = async () => (await calls()).map((call) => libraryAnswer(call)?.passages);
      await expect.poll(found).toMatchObject([[{ title: 'On coal', passage: 1, text: COAL }]]);
      await stands('idle');
    });

    // The last test, because it ends the terminal of the others.
    test('a prompt that was open when server and host were killed is answered by nobody', async () => {
      const { prompt, permissions, running } = await begin();
      const resolved = answererOf(permissions);
      await prompt('need permission');
      await expect.poll(resolved).toEqual([null]);
      await running.restart();
      await expect.poll(resolved).toEqual([{ by: 'nobody', behavior: null }]);
    });
  },
);
