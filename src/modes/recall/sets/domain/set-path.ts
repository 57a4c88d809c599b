interface SetName {
  /** Its levels are divided by `::`; empty for none. */
  readonly folder: string;
  readonly title: string;
}

/** A set by its whole name, as Anki names decks: the folder and the name of the set. */
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
