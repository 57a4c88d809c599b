import { keptFormulas } from '#text/domain/kept-signs.ts';
import type { TextRange } from '#text/domain/text-range.ts';

import { pathOfLink, wikiLinksIn } from '../../../sources/domain/wiki-links.ts';
import type { HighlightColor } from '../../../storage/protocol.ts';
import { cutsOf, renderedIndex, type RenderedNode as Node } from '../../domain/rendered-text.ts';

/** If several marks cover the same words, the last one is visible. */
type MarkLook = HighlightColor | 'cited' | 'selected' | 'found' | 'current';

/** A marked range, as UTF-16 offsets. */
export interface MarkedRange extends TextRange {
  readonly look: MarkLook;
  readonly highlight?: string;
}

/** The marks of a part of a source. UTF-16 offsets into that part. Must survive JSON. */
export interface ShownInText {
  readonly marks: readonly MarkedRange[];
  /** The beginnings of passages, in order. */
  readonly anchors: readonly { readonly offset: number; readonly number: number }[];
  /** The source that the target of a `[[link]]` resolves to; null if there is none. */
  readonly links: Readonly<Record<string, string | null>>;
}

/**
 * A rehype plugin that marks ranges of the Markdown in its rendered form, inserts an anchor at the beginning of each
 * passage, and resolves links to other sources. Use it after the sanitizer.
 */
export function markRanges(shown: ShownInText) {
  return (tree: Node, file: { value: unknown }) => {
    const pending = [...shown.anchors];
    const text = String(file.value);
    visit(tree, { shown, pending, text, range: null, isLiteral: false });
  };
}

interface Visit {
  readonly shown: ShownInText;
  /** Anchors that are not placed yet. */
  readonly pending: { readonly offset: number; readonly number: number }[];
  readonly text: string;
  /** Position of the nearest element that has one: the text of a code block has none. */
  readonly range: readonly [number, number] | null;
  /** Inside code and links, where `[[` is text. */
  readonly isLiteral: boolean;
}

function visit(node: Node, at: Visit): void {
  const range = rangeOf(node) ?? at.range;
  const isLiteral = at.isLiteral || node.tagName === 'code' || node.tagName === 'a';
  if (node.tagName === 'a') leadToSource(node, at.shown.links);
  node.children = node.children?.flatMap((child) => {
    if (child.type === 'text') return rendered(child, { ...at, range: rangeOf(child) ?? range, isLiteral });
    visit(child, { ...at, range, isLiteral });
    return [child];
  }) as Node[];
  if (node.children === undefined) delete node.children;
}

function rangeOf({ position }: Node): readonly [number, number] | null {
  const [start, end] = [position?.start.offset, position?.end.offset];
  return start === undefined || end === undefined ? null : [start, end];
}

/** Splits a text node by its marks, anchors and links. */
function rendered(node: Node, { shown, pending, text, range, isLiteral }: Visit): Node[] {
  const value = node.value ?? '';
  if (range === null || value.trim() === '') return [node];
  const [start, end] = range;
  const due = pending.filter(({ offset }) => offset < end);
  const marks = shown.marks.filter((mark) => mark.start < end && mark.end > start);
  const links = isLiteral ? [] : wikiLinksIn(value);
  if (due.length === 0 && marks.length === 0 && links.length === 0) return [node];
  pending.splice(0, due.length);

  const indexOf = renderedIndex(value, { source: text.slice(start, end), start });
  const anchors = due.map(({ offset, number }) => ({ at: indexOf(offset), number }));
  const ranges = marks.map((mark) => ({ from: indexOf(mark.start), to: indexOf(mark.end), mark }));
  const ordered = cutsOf(
    value,
    [...ranges, ...anchors.map(({ at }) => ({ from: at, to: at }))],
    [...links.map((link) => ({ from: link.start, to: link.end })), ...keptFormulas(value)],
  );

  const nodes: Node[] = [];
  for (const [index, from] of ordered.entries()) {
    const to = ordered[index + 1] ?? value.length;
    for (const { number } of anchors.filter(
      (anchor) => (anchor.at >= from && anchor.at < to) || (from === to && anchor.at === from),
    ))
      nodes.push(anchorOf(number));
    if (from === to) continue;
    const link = links.find((each) => each.start === from);
    const piece = link ? linkOf(link, shown.links) : textNode(value.slice(from, to));
    const own = ranges.filter((each) => each.from < to && each.to > from).map(({ mark }) => mark);
    nodes.push(own.length > 0 ? markOf(own, piece) : piece);
  }
  return nodes;
}

/** Resolves a Markdown link to another source by its path. */
function leadToSource(node: Node, links: ShownInText['links']): void {
  const href = node.properties?.['href'];
  const path = typeof href === 'string' ? pathOfLink(href) : null;
  if (path === null || links[path] === undefined) return;
  node.properties = links[path] === null ? { dataMissing: path } : { dataSource: links[path] };
}

function textNode(value: string): Node {
  return { type: 'text', value };
}

function anchorOf(number: number): Node {
  return { type: 'element', tagName: 'span', properties: { id: `p${number}`, dataPassage: number }, children: [] };
}

/**
 * An element that looks like the last of its marks. Screen readers read the name of a highlight before its words: see
 * `reading.css`.
 */
function markOf(marks: readonly MarkedRange[], content: Node): Node {
  const looks = marks.map(({ look }) => look);
  const highlight = marks.findLast((mark) => mark.highlight !== undefined)?.highlight;
  const properties = {
    dataLook: looks.at(-1),
    ...(looks.length > 1 && { dataAlso: looks.slice(0, -1).join(' ') }),
    ...(highlight !== undefined && { dataHighlight: highlight }),
  };
  return { type: 'element', tagName: 'mark', properties, children: [content] };
}

function linkOf({ target, label }: { target: string; label: string }, links: ShownInText['links']): Node {
  const source = links[target];
  const properties = source ? { dataSource: source } : { dataMissing: target };
  return { type: 'element', tagName: 'a', properties, children: [textNode(label)] };
}
