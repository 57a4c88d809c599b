import { BREAKING, TAG } from '#text/domain/tags.ts';

/** A node of Markdown, as remark plugins see it. */
interface MarkdownNode {
  type: string;
  value?: string;
  children?: MarkdownNode[];
  data?: { hName: string };
  position?: { start: Place; end: Place } | undefined;
}

interface Place {
  readonly offset?: number;
}

/** Elements whose style carries meaning. Of other elements, only the text is shown. */
const KEPT = new Set(['sub', 'sup', 'b', 'strong', 'i', 'em', 's', 'del', 'ins', 'kbd']);
const TAG_OR_COMMENT = new RegExp(`${TAG.source}|<!--(?:[^-]|-(?!->)){0,2000}-->`, 'gi');
const INLINE = new Set(['paragraph', 'heading', 'emphasis', 'strong', 'delete', 'link', 'linkReference', 'tableCell']);

/**
 * The remark plugin that reads HTML tags in a text. It produces no HTML: a tag becomes a node of Markdown or nothing,
 * without its attributes, and text that is no HTML tag, such as `List<T>`, stays text.
 */
export function htmlTags() {
  return readTags;
}

function readTags(node: MarkdownNode): void {
  if (!node.children) return;
  for (const child of node.children) readTags(child);
  if (!node.children.some(({ type }) => type === 'html')) return;
  if (INLINE.has(node.type)) node.children = paired(node.children.flatMap(piecesOf));
  else node.children = node.children.flatMap((child) => (child.type === 'html' ? paragraphOf(child) : [child]));
}

/** Lines that HTML separates, without empty ones. */
function paragraphOf(node: MarkdownNode): MarkdownNode[] {
  const children: MarkdownNode[] = [];
  let isBroken = false;
  for (const piece of piecesOf(node)) {
    const isBlank = piece.type === 'text' && (piece.value ?? '').trim() === '';
    if (piece.type === 'break') isBroken = true;
    else if (!isBlank || !isBroken) {
      if (isBroken && children.length > 0) children.push({ type: 'break' });
      isBroken = false;
      children.push(piece);
    }
  }
  return children.length === 0 ? [] : [{ type: 'paragraph', children: paired(children) }];
}

/** The tags and the texts of HTML. Each text has its own position, which highlights and citations need. */
function piecesOf(node: MarkdownNode): MarkdownNode[] {
  if (node.type !== 'html') return [node];
  const value = node.value ?? '';
  const pieces: MarkdownNode[] = [];
  let from = 0;
  const text = (to: number) => {
    if (to > from) pieces.push({ type: 'text', value: value.slice(from, to), position: placeIn(node, from, to) });
  };
  for (const { index, 0: tag } of value.matchAll(TAG_OR_COMMENT)) {
    text(index);
    pieces.push(BREAKING.test(tag) ? { type: 'break' } : { type: 'html', value: tag });
    from = index + tag.length;
  }
  text(value.length);
  return pieces;
}

function placeIn({ position }: MarkdownNode, from: number, to: number): MarkdownNode['position'] {
  const offset = position?.start.offset;
  if (!position || offset === undefined) return undefined;
  return { start: { ...position.start, offset: offset + from }, end: { ...position.end, offset: offset + to } };
}

/** Makes the nodes between the tags of a kept element its children. Drops other tags, and those without a partner. */
function paired(nodes: readonly MarkdownNode[]): MarkdownNode[] {
  const whole: MarkdownNode[] = [];
  const open: { readonly name: string; readonly children: MarkdownNode[] }[] = [];
  const inside = () => open.at(-1)?.children ?? whole;
  const close = (asElement: boolean) => {
    const last = open.pop();
    if (!last) return;
    const element = { type: 'emphasis', data: { hName: last.name }, children: last.children };
    inside().push(...(asElement ? [element] : last.children));
  };
  for (const node of nodes) {
    const [, slash, name = ''] = (node.type === 'html' && /^<(\/?)(\w+)/.exec(node.value ?? '')) || [];
    if (node.type !== 'html') inside().push(node);
    else if (!KEPT.has(name.toLowerCase())) continue;
    else if (slash === '') open.push({ name: name.toLowerCase(), children: [] });
    else if (open.some((each) => each.name === name.toLowerCase())) {
      while (open.at(-1)?.name !== name.toLowerCase()) close(false);
      close(true);
    }
  }
  while (open.length > 0) close(false);
  return whole;
}
