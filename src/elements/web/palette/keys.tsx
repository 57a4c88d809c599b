/** The keys of a command, at its right edge. */
export function Keys({ children }: { readonly children: string }) {
  return <span className="ml-auto shrink-0 pl-3 text-xs text-ink-faint">{children}</span>;
}
