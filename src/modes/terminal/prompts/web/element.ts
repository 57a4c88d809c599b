type Child = Node | string | null;

/** Creates an element with text and children. Text is never parsed as HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.filter((child) => child !== null));
  return made;
}

export const button = (words: string, className: string, onclick: () => void): HTMLButtonElement =>
  element('button', { type: 'button', className, onclick }, words);
