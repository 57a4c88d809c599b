/** The part of the DOM that is used here, as linkedom implements it. */
export interface PageNode {
  readonly nodeType: number;
  /** In capitals for HTML elements. */
  readonly nodeName: string;
  readonly nodeValue: string | null;
  textContent: string | null;
  readonly childNodes: ArrayLike<PageNode> & Iterable<PageNode>;
  readonly parentNode: PageElement | null;
  readonly previousSibling: PageNode | null;
  readonly nextSibling: PageNode | null;
}

export interface PageElement extends PageNode {
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  hasAttribute(name: string): boolean;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  replaceWith(...nodes: readonly (PageNode | string)[]): void;
  append(...nodes: readonly (PageNode | string)[]): void;
  remove(): void;
  /** Merges adjacent texts. */
  normalize(): void;
}

export interface Page {
  readonly documentElement: PageElement | null;
  readonly body: PageElement;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  createElement(name: string): PageElement;
  cloneNode(isDeep: boolean): Page;
}

export function isElement(node: PageNode | null): node is PageElement {
  return node?.nodeType === 1;
}

export function isAttached(element: PageElement): boolean {
  return element.parentNode !== null;
}

/** The name of an element in lower case; empty for text. */
export function tagOf(node: PageNode | null): string {
  return isElement(node) ? node.nodeName.toLowerCase() : '';
}

export function classOf(element: PageElement): string {
  return element.getAttribute('class') ?? '';
}

/** Reports whether the style of an element makes it a block, regardless of its name. */
export function isShownAsBlock(element: PageElement): boolean {
  const style = element.getAttribute('style') ?? '';
  return /(?:^|[;\s])display:\s{0,9}(?:block|flex|grid|flow-root|list-item|table|table-row)(?![\w-])/i.test(style);
}

/** An element and up to `count` of its ancestors, innermost first. */
export function* aroundOf(element: PageElement, count: number): Generator<PageElement> {
  let at: PageNode | null = element;
  for (let left = count; left >= 0 && isElement(at); left -= 1) {
    yield at;
    at = at.parentNode;
  }
}
