import { type Document, isAlias, isMap, isScalar, isSeq, parseDocument } from 'yaml';

/** A value as written: numbers and dates remain text. */
export type FieldValue = string | readonly FieldValue[] | { readonly [name: string]: FieldValue };

/** A named value at the top of a note. A name can occur more than once. */
export interface Field {
  /** As written. */
  readonly name: string;
  readonly value: FieldValue;
}

interface FrontMatter {
  readonly fields: readonly Field[];
  /** The text below the front matter. */
  readonly body: string;
}

const MAX_FRONT_MATTER = 64 * 1024;
const TOML = /^\+\+\+[ \t]*\n(?<toml>[\s\S]*?)(?:\n)?^\+\+\+[ \t]*(?:\n|$)/mu;
const FENCED = /^---[ \t]*\n(?<yaml>[\s\S]*?)(?:\n)?^(?:---|\.\.\.)[ \t]*(?:\n|$)/mu;
/** Marks of a placeholder that a template fills in. */
export const PLACEHOLDER = /\{\{|<%/u;

/**
 * Reads the fields at the top of a Markdown file. Front matter that is not valid YAML is read line by line; a block
 * without named fields belongs to the text.
 */
export function readFrontMatter(text: string): FrontMatter {
  const none = { fields: [], body: text };
  if (/^\+{3}[ \t]*\n/u.test(text)) {
    const toml = TOML.exec(text.slice(0, MAX_FRONT_MATTER));
    const named = toml?.index === 0 ? fieldsOfToml(toml.groups?.['toml'] ?? '') : null;
    return toml && named ? { fields: named, body: text.slice(toml[0].length) } : none;
  }
  if (!/^---[ \t]*\n/u.test(text)) return none;
  const found = FENCED.exec(text.slice(0, MAX_FRONT_MATTER));
  if (found?.index !== 0) return none;
  // YAML forbids tabs in indentation.
  const yaml = (found.groups?.['yaml'] ?? '').replace(/^\t+/gmu, (tabs) => '  '.repeat(tabs.length));
  const fields = yaml.trim() === '' ? [] : (fieldsOfYaml(yaml) ?? fieldsOfLines(yaml));
  return fields ? { fields, body: text.slice(found[0].length) } : none;
}

const MAX_NODES = 10_000;

/** Null if the text is not a YAML mapping. */
function fieldsOfYaml(yaml: string): readonly Field[] | null {
  if (PLACEHOLDER.test(yaml)) return null;
  try {
    // This schema reads every scalar as text, so `0012` remains as it is.
    const options = { schema: 'failsafe', logLevel: 'silent', prettyErrors: false, uniqueKeys: false } as const;
    const document = parseDocument(yaml, options);
    if (document.errors.length > 0 || !isMap(document.contents)) return null;
    return fieldsOfMap(document.contents, { document, left: MAX_NODES });
  } catch {
    return null;
  }
}

/** Limits expanded values: aliases let a few lines of YAML expand to any size. */
interface Budget {
  readonly document: Document;
  left: number;
}

/**
 * Leaves out entries whose key is a list or a mapping: to write out such a key takes time that doubles with each level.
 */
function fieldsOfMap(map: { readonly items: readonly { key: unknown; value: unknown }[] }, budget: Budget): Field[] {
  return map.items.flatMap(({ key, value }) => {
    if (key !== null && !isScalar(key)) return [];
    return [{ name: typeof key?.value === 'string' ? key.value : '', value: valueOf(value, budget) }];
  });
}

function valueOf(node: unknown, budget: Budget): FieldValue {
  budget.left -= 1;
  if (budget.left < 0) throw new RangeError('The YAML has too many values.');
  if (isAlias(node)) {
    const named = node.resolve(budget.document);
    // A star without an alias name is plain text.
    return named === undefined ? `*${node.source}` : valueOf(named, budget);
  }
  if (isSeq(node)) return node.items.map((each) => valueOf(each, budget));
  if (isMap(node)) return Object.fromEntries(fieldsOfMap(node, budget).map(({ name, value }) => [name, value]));
  if (!isScalar(node)) return '';
  // A value with a custom tag remains as written.
  return typeof node.value === 'string' ? node.value : (node.source ?? '');
}

const NAMED = /^(?<name>[^\s:#-][^:]{0,80}):(?!\/\/)(?:[ \t](?<value>.*)|)$/u;
const ITEM = /^\s*-\s+(?<value>\S.*)$/u;

/**
 * Each line is a field, an item of the field before it, or continues that field. Null if the first line has no name.
 */
function fieldsOfLines(yaml: string): readonly Field[] | null {
  const fields: { name: string; text: string; items: FieldValue[] }[] = [];
  for (const line of yaml.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const { name, value = '' } = NAMED.exec(line)?.groups ?? {};
    const last = fields.at(-1);
    if (name !== undefined) fields.push({ name: name.trim(), text: value.trim(), items: [] });
    else if (!last) return null;
    else {
      const item = ITEM.exec(line)?.groups?.['value'];
      if (item !== undefined) last.items.push(unquoted(item));
      else last.text = `${last.text.replace(/^[|>][+-]?$/u, '')} ${line.trim()}`.trim();
    }
  }
  return fields.map(({ name, text, items }) => ({ name, value: ofLine(text, items) }));
}

function ofLine(text: string, items: readonly FieldValue[]): FieldValue {
  const isList = /^\[(?!\[)/u.test(text);
  const listed = isList ? splitList(text.replace(/^\[|\]$/gu, '')) : [];
  if (items.length + listed.length === 0) return isList ? [] : unquoted(text);
  return [...(isList || text === '' ? [] : [unquoted(text)]), ...listed, ...items];
}

const ASSIGNED = /^(?<name>[\w.-]{1,80}|"[^"\n]{1,80}")[ \t]{0,40}=(?<value>.*)$/u;
const SECTION = /^\[{1,2}(?<name>[^[\]\n]{1,80})\]{1,2}$/u;

/**
 * Reads the TOML that Hugo writes: names, lists and sections. Null if any line is something else, so that no text is
 * lost.
 */
function fieldsOfToml(toml: string): readonly Field[] | null {
  const fields: { name: string; text: string }[] = [];
  let section = '';
  let closing: string | null = null;
  for (const line of toml.split('\n')) {
    const last = fields.at(-1);
    const bare = line.trim();
    if (closing !== null && last) {
      last.text += `${closing === ']' ? ' ' : '\n'}${bare}`;
      if (bare.endsWith(closing)) closing = null;
      continue;
    }
    if (bare === '' || bare.startsWith('#')) continue;
    const { name: named } = SECTION.exec(bare)?.groups ?? {};
    if (named !== undefined) {
      section = `${named.trim()}.`;
      continue;
    }
    const { name, value = '' } = ASSIGNED.exec(bare)?.groups ?? {};
    if (name === undefined) return null;
    const text = value.trim();
    fields.push({ name: `${section}${unquoted(name)}`, text });
    if (/^\[[^\]]*$/u.test(text)) closing = ']';
    for (const marks of ['"""', "'''"])
      if (text.startsWith(marks) && text.lastIndexOf(marks) < marks.length) closing = marks;
  }
  return fields.map(({ name, text }) => ({ name, value: ofToml(text) }));
}

function ofToml(text: string): FieldValue {
  const long = /^(?:"""|''')([^]*)(?:"""|''')$/u.exec(text)?.[1];
  if (long !== undefined) return long.trim();
  if (text.startsWith('[')) return splitList(text.replace(/^\[|\]$/gu, ''));
  const [, double, single] = /^"((?:[^"\\]|\\.)*)"[ \t]*(?:#.*)?$|^'([^']*)'[ \t]*(?:#.*)?$/u.exec(text) ?? [];
  return double?.replace(/\\(["\\])/gu, '$1') ?? single ?? text.replace(/[ \t]#.*$/u, '').trim();
}

/** Splits a list on one line. Commas inside quotation marks do not separate. */
function splitList(text: string): string[] {
  const entries = [''];
  for (const [part] of text.matchAll(/"[^"]*"|'[^']*'|,|[^,"']+|["']/gu))
    if (part === ',') entries.push('');
    else entries.push(`${entries.pop() ?? ''}${part}`);
  return entries.map(unquoted).filter((entry) => entry !== '');
}

/** Removes the enclosing quotes, even if quotes inside are not escaped or the closing one is missing. */
function unquoted(text: string): string {
  const whole = text.trim();
  const [, double, single] = /^"([^"]*|[^"]*\s".*)"$|^'((?:[^']|\b'\b)*)'$/u.exec(whole) ?? [];
  // Only a double quote is removed without its closing one, because an apostrophe can begin a word.
  const [, open] = /^"([^"]+)$/u.exec(whole) ?? [];
  return double ?? single ?? open ?? whole;
}
