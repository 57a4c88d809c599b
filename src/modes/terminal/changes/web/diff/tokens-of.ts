import { languageOf } from '#text/domain/code-languages.ts';
import { type CodeToken, codeTokens } from '#text/domain/code-tokens.ts';

import type { ChangedLine, Hunk } from '../../protocol.ts';

const known = new WeakMap<Hunk, readonly (readonly CodeToken[])[]>();

/** The syntax colours of a hunk's lines. The earlier and the current text are tokenised separately. */
export function tokensOf(path: string, hunk: Hunk): readonly (readonly CodeToken[])[] {
  const found = known.get(hunk) ?? read(path, hunk.lines);
  known.set(hunk, found);
  return found;
}

function read(path: string, lines: readonly ChangedLine[]): readonly (readonly CodeToken[])[] {
  const language = languageOf(path);
  if (!language) return lines.map(() => []);
  const tokens: (readonly CodeToken[])[] = [];
  for (const left of ['removed', 'added'] as const) {
    const side = lines.flatMap((line, index) => (line.kind === left ? [] : [{ text: line.text, index }]));
    const read = codeTokens(
      side.map(({ text }) => text),
      language,
    );
    for (const [at, { index }] of side.entries()) tokens[index] = read[at] ?? [];
  }
  return tokens;
}
