import { answerByRole } from '../fixtures/provider/by-role.ts';
import { createProviderDouble, type ProviderDouble } from '../fixtures/provider/provider-double.ts';
import { noKeys, test as base } from './warren.ts';

/** Tests of a Warren with a key for Anthropic. Its provider is the double, whose answers a test may change. */
export const test = base.extend<{ double: ProviderDouble }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern
  double: async ({}, provide) => {
    const double = await createProviderDouble({ answer: answerByRole({}) });
    await provide(double);
    await double.close();
  },
  environment: async ({ double }, provide) =>
    provide({ ...noKeys, ANTHROPIC_API_KEY: 'sk-ant-of-the-test', ANTHROPIC_BASE_URL: double.url }),
});
