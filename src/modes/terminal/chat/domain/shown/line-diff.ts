/** Above so many pairs of lines the two texts are shown whole, one after the other. */
const MAX_PAIRS = 250_000;

/** The lines of two texts, each with a space, `-` or `+` before it: as few changes as there can be. */
export function lineDiff(before: string, after: string): readonly string[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const start = commonStart(old, now);
  const end = commonEnd(old.slice(start), now.slice(start));
  const [left, right] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  return [
    ...old.slice(0, start).map((line) => ` ${line}`),
    ...(left.length * right.length > MAX_PAIRS ? whole(left, right) : fewest(left, right)),
    ...old.slice(old.length - end).map((line) => ` ${line}`),
  ];
}

const linesOf = (text: string) => (text === '' ? [] : text.replace(/\n$/u, '').split('\n'));

function commonStart(old: readonly string[], now: readonly string[]): number {
  const index = old.findIndex((line, at) => line !== now[at]);
  return index < 0 ? Math.min(old.length, now.length) : index;
}

const commonEnd = (old: readonly string[], now: readonly string[]) => commonStart(old.toReversed(), now.toReversed());

const whole = (old: readonly string[], now: readonly string[]) => [
  ...old.map((line) => `-${line}`),
  ...now.map((line) => `+${line}`),
];

function fewest(old: readonly string[], now: readonly string[]): readonly string[] {
  // The longest common sequence of the lines from each pair of places on.
  const width = now.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      common[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push(` ${old[i]}`);
      i++;
      j++;
    } else if (j >= now.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) lines.push(`-${old[i++]}`);
    else lines.push(`+${now[j++]}`);
  }
  return lines;
}
