/** Notion appends the page's id to each name, in hexadecimal. */
const NOTION_ID = /[ _-][0-9a-f]{32}$/u;
const EXTENSION = /\.[a-z0-9]{1,8}$/iu;

/** The name without Notion's id. */
function givenName(name: string): string {
  return name.replace(NOTION_ID, '').trim();
}

/** The title of a file that contains none. */
export function titleOfPath(path: string): string {
  const file = path.split('/').at(-1) ?? '';
  const name = file.replace(EXTENSION, '');
  // Logseq encodes the folder of a page in its file name.
  return givenName(name === '' ? file : name).replaceAll('___', '/');
}

/** Folders that Notion wraps around an export. */
const WRAPPER =
  /^(?:[0-9a-f-]{32,36}_)?Export(?:Block)?-(?=[\d-]*[a-f])[0-9a-f]{8}[0-9a-f-]*(?:-Part-\d+)?$|^Private & Shared$/iu;

/** The top-level folder of a path, as the name of a bucket; null for a file at the top. */
export function bucketOfPath(path: string): string | null {
  const parts = path.split(/[/\\]+/u).filter((part) => part !== '' && part !== '.');
  const [folder, ...rest] = parts.slice(parts.findIndex((part) => !WRAPPER.test(part)));
  if (folder === undefined || rest.length === 0) return null;
  return givenName(folder) || folder;
}

/** Reports whether the name of a file shows that Notion exported it. */
export function isFromNotion(path: string): boolean {
  return NOTION_ID.test((path.split('/').at(-1) ?? '').replace(EXTENSION, ''));
}
