interface SetName {
  /** Levels are separated by `::`; empty for none. */
  readonly folder: string;
  readonly title: string;
}

/** Splits a whole name, in the form of Anki's deck names, into folder and set name. */
export function splitPath(path: string): SetName {
  const levels = levelsOf(path);
  return { title: levels.at(-1) ?? path.trim(), folder: levels.slice(0, -1).join('::') };
}

/** The levels of a folder or of a whole name. */
export function levelsOf(path: string): readonly string[] {
  return path
    .split('::')
    .map((level) => level.trim())
    .filter((level) => level !== '');
}

export function pathOfSet({ folder, title }: SetName): string {
  return folder === '' ? title : `${folder}::${title}`;
}
