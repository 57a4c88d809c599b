/** A plain sentence. Words between backticks, such as the id of a model, are rendered as code. */
export function CodeWords({ text }: { readonly text: string }) {
  let at = 0;
  return text.split(/(`[^`]+`)/u).map((part) => {
    const key = at;
    at += part.length;
    const isCode = part.length > 2 && part.startsWith('`') && part.endsWith('`');
    if (!isCode) return part;
    return (
      <code key={key} className="font-mono text-[0.92em] [overflow-wrap:anywhere]">
        {part.slice(1, -1)}
      </code>
    );
  });
}

/** The sentence without backticks, for plain text such as a screen reader's. */
export function withoutCode(text: string): string {
  return text.replaceAll(/`([^`]+)`/gu, '$1');
}
