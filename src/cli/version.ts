import { readFile } from 'node:fs/promises';

export async function run(): Promise<void> {
  process.stdout.write(`${await readVersion()}\n`);
}

export async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version;
}
