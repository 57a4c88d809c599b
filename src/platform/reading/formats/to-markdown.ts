import Turndown from 'turndown';

/** The part of the DOM that is used here, as linkedom provides it. */
interface Node {
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<Node>;
  readonly parentNode: Node | null;
  getAttribute(name: string): string | null;
  querySelectorAll(selector: string): Iterable<Node>;
}

/** Elements of HTML as Markdown: without pictures and scripts, links to the web alone and absolute. */
export function toMarkdown(root: object, address: string | null): string {
  const turndown = new Turndown({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
  });
  turndown.remove(['script', 'style', 'noscript', 'iframe', 'button', 'form', 'nav', 'template'] as never);
  turndown.addRule('pictures', { filter: ['img', 'svg', 'video', 'audio', 'picture'] as never, replacement: () => '' });
  turndown.addRule('links', {
    filter: 'a',
    replacement(content, node) {
      const to = absolute((node as unknown as Node).getAttribute('href'), address);
      const words = content.replace(/\s+/g, ' ').trim();
      return to === null || words === '' ? content : `[${words}](${to.replaceAll(')', '%29')})`;
    },
  });
  turndown.addRule('tables', {
    filter: 'table',
    replacement: (_, node) => `\n\n${tableOf(node as unknown as Node)}\n\n`,
  });
  return turndown
    .turndown(root as never)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The address that a link leads to; null if that is not on the web. */
function absolute(href: string | null, address: string | null): string | null {
  if (href === null || href.startsWith('#')) return null;
  const url = URL.parse(href, address ?? undefined);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** A table with pipes. A cell has one line. A table for the layout, with one column, is paragraphs. */
function tableOf(table: Node): string {
  const rows = [...table.querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll('th, td')].map((cell) => oneLine(cell.textContent ?? '')),
  );
  const columns = Math.max(0, ...rows.map((row) => row.length));
  if (columns < 2) return rows.flat().filter(Boolean).join('\n\n');
  const lines = rows.map((row) => `| ${Array.from({ length: columns }, (_, at) => row[at] ?? '').join(' | ')} |`);
  return [lines[0], `|${' --- |'.repeat(columns)}`, ...lines.slice(1)].join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();
}
