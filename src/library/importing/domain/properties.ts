import type { Field } from './front-matter.ts';

/** A property of Logseq on a separate line, which can be a list item. */
const LOGSEQ = /^(?:[-*] )?(?<name>[\p{L}][\p{L}\p{N} ._/-]{0,60}):: ?(?<value>.*)$/u;
/** Properties that Logseq uses internally. */
const OF_THE_PROGRAM =
  /^[ \t]*(?:collapsed:: (?:true|false)|id:: [0-9a-f-]{36}|logseq\.[\w.-]{1,60}:: [^\n]*)(?:\n|$)/gmu;

/** Reads the properties at the top of a Logseq page, and the text below them. */
export function readProperties(text: string): { readonly fields: readonly Field[]; readonly body: string } {
  const fields: Field[] = [];
  let from = /^\s*/u.exec(text)?.[0].length ?? 0;
  for (;;) {
    const end = text.indexOf('\n', from);
    const { name, value } = LOGSEQ.exec(text.slice(from, end < 0 ? text.length : end))?.groups ?? {};
    if (name === undefined || value === undefined) break;
    fields.push({ name: name.trim(), value: value.trim() });
    from = end < 0 ? text.length : end + 1;
  }
  const body = fields.length > 0 ? text.slice(from) : text;
  return { fields, body: body.includes(':: ') ? body.replace(OF_THE_PROGRAM, '') : body };
}
