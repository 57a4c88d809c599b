// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { PageAround, press, routesOfEachTest } from '../../../fixtures/page/answering-routes.tsx';
import type { AccessToken, AccessTokensAnswer } from '../protocol.ts';
import { ProgramsPage } from './programs-page.tsx';

const OF_AGENT: AccessToken = {
  id: 'first',
  name: 'Agent',
  scopes: ['read', 'recall'],
  bucketId: 'sleep',
  session: null,
  createdAt: 0,
  lastUsedAt: 0,
  client: 'claude-code',
};
const OF_TERMINAL: AccessToken = { ...OF_AGENT, id: 'second', name: 'Terminal', scopes: ['read'], session: 'run' };
const answer: AccessTokensAnswer = {
  tokens: [OF_AGENT, OF_TERMINAL],
  launcher: '/opt/warren/bin/warren',
  home: '/data',
};
const routes = routesOfEachTest(({ answers }) => {
  answers['GET /api/access-tokens'] = { body: answer };
  answers['GET /api/library'] = { body: { buckets: [{ id: 'sleep', name: 'Sleep' }] } };
  answers['POST /api/access-tokens'] = { body: { token: 'warren_mcp_new' } };
});

test('a token is created with its permissions, and shown with steps for each program', async () => {
  render(
    <PageAround>
      <ProgramsPage />
    </PageAround>,
  );
  expect(await screen.findByText('Read the library, Recall · library: Sleep only')).toBeDefined();
  expect(screen.getAllByText(/^Made .*, last used .* by claude-code$/)).toHaveLength(2);

  const chooses = (name: RegExp) => userEvent.click(screen.getByRole('checkbox', { name }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Name of a new token' }), 'Laptop');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'In' }), 'Sleep');
  // “Capture only” cannot be combined.
  await chooses(/^Capture only/);
  expect(screen.queryByRole('combobox', { name: 'In' })).toBeNull();
  await chooses(/^Read the library/);
  await chooses(/^Keep/);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'In' }), 'Sleep');
  await press('Make a token');
  const shown = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Token' });
  expect(shown.value).toBe('warren_mcp_new');
  expect(routes.sent('POST /api/access-tokens')).toEqual([
    { name: 'Laptop', scopes: ['read', 'keep'], bucketId: 'sleep' },
  ]);

  expect(screen.getByText(/^claude mcp add .*"Authorization: Bearer warren_mcp_new"$/)).toBeDefined();
  const parts = [
    ['Claude Desktop', '"WARREN_MCP_TOKEN": "warren_mcp_new"', '"command": "/opt/warren/bin/warren"'],
    ['Codex', 'http_headers = { Authorization = "Bearer warren_mcp_new" }', `url = "${location.origin}/mcp"`],
    ['VS Code', 'code --add-mcp', '"Authorization":"Bearer warren_mcp_new"'],
    ['Other', '"Authorization": "Bearer warren_mcp_new"', `"url": "${location.origin}/mcp"`],
  ] as const;
  for (const [program, ...texts] of parts) {
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Add it to' }), program);
    for (const text of texts)
      expect(
        screen.getByText((_, element) => element?.tagName === 'PRE' && element.textContent.includes(text)),
      ).toBeDefined();
  }
  await press('Done');
  expect(screen.queryByText(/warren_mcp_new/)).toBeNull();

  routes.answers['DELETE /api/access-tokens/first'] = { status: 204, body: undefined };
  await press('Withdraw Agent');
  expect(await screen.findByText('Agent is withdrawn.')).toBeDefined();
  // Its terminal shows that the access ended.
  routes.answers['DELETE /api/terminals/run/library'] = { status: 204, body: undefined };
  await press('Withdraw Terminal');
  expect(await screen.findByText('Terminal is withdrawn.')).toBeDefined();
});
