import { readFile } from 'node:fs/promises';

export async function run(): Promise<void> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  process.stdout.write(`${version}\n`);
}
