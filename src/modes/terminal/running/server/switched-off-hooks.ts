import { realpath } from 'node:fs/promises';
import path from 'node:path';

import { readHead } from '../../chat/server/completion/read-head.ts';
import { parseCliJson } from '../../transcripts/domain/parse-cli-json.ts';

const MAX_SETTINGS = 1_000_000;

/** The first settings file of Claude Code that switches off all hooks, including Warren's; null if none does. */
export async function switchingHooksOff(places: {
  readonly configuration: string;
  readonly folder: string;
}): Promise<string | null> {
  const own = path.join(places.folder, '.claude');
  const files = [
    path.join(places.configuration, 'settings.json'),
    path.join(own, 'settings.json'),
    path.join(own, 'settings.local.json'),
  ];
  for (const file of files) {
    const text = await readHead(await realpath(file).catch(() => file), MAX_SETTINGS);
    const settings = parseCliJson(text) as { readonly disableAllHooks?: unknown } | null | undefined;
    if (settings?.disableAllHooks === true) return file;
  }
  return null;
}
