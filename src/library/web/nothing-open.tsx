const KEYS = [
  ['/', 'search'],
  ['j k', 'down, up'],
  ['Enter', 'open'],
  ['x', 'select'],
] as const;

/** The reader before a source is open: what to do, and the keys of the list. */
export function NothingOpen() {
  return (
    <div className="px-8 py-6 text-ink-faint">
      <p>Choose a source to read it here.</p>
      <dl className="mt-4 grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1.5 text-sm">
        {KEYS.map(([key, does]) => (
          <div key={key} className="contents">
            <dt>{key}</dt>
            <dd>{does}</dd>
          </div>
        ))}
        <dt>Ctrl/Cmd-Shift-K</dt>
        <dd>add from any page</dd>
      </dl>
    </div>
  );
}
