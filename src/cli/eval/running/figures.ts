/** Figures for JSON: four decimals exceed the precision of any data set. */
export function roundedFigures(figures: Readonly<Record<string, number | null>>): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, value === null ? null : Math.round(value * 10_000) / 10_000]),
  );
}

/** Columns as wide as their widest cell. */
export function asTable(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  return lines
    .map((line) =>
      line
        .map((each, column) => each.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function count(value: number): string {
  return value.toLocaleString('en');
}

export function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}
