/**
 * The key of an imported file: the import's name and the path in it. Unicode is normalised, because macOS writes
 * names in another form than other systems; case is not, because two files may differ by it alone.
 */
export function importKey(name: string, path: string): string {
  const parts = path.normalize('NFC').split(/[/\\]+/u);
  return `${name.normalize('NFC')}/${parts.filter((part) => part !== '' && part !== '.').join('/')}`;
}
