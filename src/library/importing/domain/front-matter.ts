import { parse } from 'yaml';

export interface FrontMatter {
  /** By names in lower case; empty without front matter. */
  readonly fields: ReadonlyMap<string, unknown>;
  /** The text below it. */
  readonly body: string;
}

const MAX_FRONT_MATTER = 64 * 1024;
const FENCED = /^---[ \t]*\n(?<yaml>[\s\S]*?)(?:\n)?^(?:---|\.\.\.)[ \t]*(?:\n|$)/mu;

/** The YAML at the top of a Markdown file. What is not YAML with named fields belongs to the text. */
export function readFrontMatter(text: string): FrontMatter {
  const none = { fields: new Map<string, unknown>(), body: text };
  if (!/^---[ \t]*\n/u.test(text)) return none;
  const found = FENCED.exec(text.slice(0, MAX_FRONT_MATTER));
  if (found?.index !== 0) return none;
  const fields = fieldsOf(found.groups?.['yaml'] ?? '');
  return fields ? { fields, body: text.slice(found[0].length) } : none;
}

function fieldsOf(yaml: string): ReadonlyMap<string, unknown> | null {
  let value: unknown;
  try {
    value = parse(yaml, { logLevel: 'error', uniqueKeys: false });
  } catch {
    return null;
  }
  if (value === null) return new Map();
  if (typeof value !== 'object' || Array.isArray(value)) return null;
  return new Map(Object.entries(value).map(([name, field]) => [name.trim().toLowerCase(), field]));
}
