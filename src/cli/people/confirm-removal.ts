import { createInterface } from 'node:readline/promises';

import { AppError } from '#wire/error-kind.ts';

import { type CommandCall, UsageError } from '../command.ts';

/** Throws unless the name was typed, now or with the command. */
export async function confirmRemoval(
  flags: CommandCall['flags'],
  { name, directory }: { readonly name: string; readonly directory: string },
): Promise<void> {
  if (flags['yes'] === true) {
    if (flags['confirm'] === name) return;
    throw new UsageError(`--yes needs --confirm ${JSON.stringify(name)}. Nothing was removed.`);
  }
  if (!process.stdin.isTTY) throw new UsageError('Without a terminal to ask in, give --yes --confirm NAME.');
  process.stdout.write(
    `Everything of ${name} is exported to ${directory}, then deleted here: sessions, sets, sources, drafts, recordings. Keys of model providers are deleted without being exported. This cannot be undone.\n`,
  );
  const questions = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const typed = await questions.question(`Type the name to remove ${name}: `);
    if (typed.trim() !== name) throw new AppError('refused', 'That is another name. Nothing was removed.');
  } finally {
    questions.close();
  }
}
