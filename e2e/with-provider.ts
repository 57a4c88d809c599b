import { answerByRole } from '../fixtures/provider/by-role.ts';
import { createProviderDouble, type ProviderDouble } from '../fixtures/provider/provider-double.ts';
import { test as base, type Warren } from './warren.ts';

export const KEY = 'sk-ant-of-the-test';

/** Tests of a person with a key for Anthropic. The provider is the double, whose answers a test can change. */
export const test = base.extend<{ double: ProviderDouble }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern
  double: async ({}, provide) => {
    const double = await createProviderDouble({ answer: answerByRole({}) });
    await provide(double);
    await double.close();
  },
  warren: async ({ warren, double }, provide) => {
    await giveKey(warren, double);
    await provide(warren);
  },
  ownWarren: async ({ ownWarren, double }, provide) => {
    await giveKey(ownWarren, double);
    await provide(ownWarren);
  },
});

async function giveKey({ api }: Warren, { url }: ProviderDouble): Promise<void> {
  await api('PUT', '/api/models/providers/anthropic', { key: KEY, baseUrl: url });
}
