import type { ToolItem } from '../items.ts';

const FILE = /(?:^|[/\\])tool-results[/\\]([\w.-]{1,200})$/u;
const PREVIEW = /^<persisted-output>\n[^\n]*\n\nPreview[^\n]*:\n/u;
const END = /(?:\n\.\.\.)?\n<\/persisted-output>\s*$/u;

/** The file in which Claude Code stores the whole of an output that was too long for the model. */
export function wholeOf(result: unknown): ToolItem['whole'] {
  const { persistedOutputPath: path, persistedOutputSize: length } = (result ?? {}) as Readonly<
    Record<string, unknown>
  >;
  const file = typeof path === 'string' ? FILE.exec(path)?.[1] : undefined;
  return file === undefined || typeof length !== 'number' ? undefined : { file, length };
}

/** The part of the output that the model was given, without the text around it. */
export const previewOf = (text: string): string => text.replace(PREVIEW, '').replace(END, '');
