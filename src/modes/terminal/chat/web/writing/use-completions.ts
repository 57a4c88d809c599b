import { useMemo } from 'react';

import type { Mentions } from '#session/web/composer/mentions.ts';

import { readCompletions } from '../queries.ts';

/** A file as Claude Code reads it in a message; a path with spaces needs quotes. */
export const fileInWords = (file: string): string => (/\s/u.test(file) ? `@"${file}"` : `@${file}`);

/** The completions for `/` and `@`: the commands of the CLI, and the files of its folder. */
export function useCompletions(session: string): Mentions {
  return useMemo(
    () => ({
      label: 'Commands and files',
      hasCommands: true as const,
      async search(words, sign) {
        const kind = sign === '/' ? 'command' : 'file';
        const items = await readCompletions(session, { kind, query: words });
        return items.map(({ value, label, description = '' }) => ({ id: value, title: label, note: description }));
      },
      written: ({ id }, sign) => (sign === '@' ? fileInWords(id) : id.startsWith(sign) ? id : sign + id),
    }),
    [session],
  );
}
