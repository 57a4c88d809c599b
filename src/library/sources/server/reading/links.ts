import type { Kysely } from 'kysely';

import { listIn } from '../../../storage/server/source-summary.ts';
import { shownTitle } from '../../../storage/server/source-summary.ts';
import type { OwnedSource } from '../../../storage/server/source-text.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import { linkKey, nameKey, type NoteLink, noteLinksIn } from '../../domain/wiki-links.ts';
import type { SourceDetail } from '../../protocol.ts';

type Reader = Kysely<LibraryTables>;

/**
 * The links of a text to other sources, with the source that each resolves to. A `[[link]]` names a title, an alias, or
 * the end of a source's import path; case does not matter. Among several sources the one whose path ends like the
 * link's wins, then the one nearest to the linking source in its folders, then the one added last. A Markdown link is a
 * path from the folder of the linking source.
 */
export async function readLinks(
  read: Reader,
  { person, content, importKey }: OwnedSource & { content: string; importKey: string | null },
): Promise<SourceDetail['links']> {
  const links = new Map(noteLinksIn(content).map((link) => [link.target, link]));
  if (links.size === 0) return [];
  const named = await readNamed(read, person);
  return Array.from(links.values(), (link) => ({ text: link.target, sourceId: targetOf(link, { named, importKey }) }));
}

interface From {
  readonly named: ReadonlyMap<string, readonly Named[]>;
  /** Import key of the source that links. */
  readonly importKey: string | null;
}

function targetOf({ target, isPath }: NoteLink, { named, importKey }: From): string | null {
  const found = named.get(linkKey(target)) ?? [];
  if (!isPath) return leadsTo(target, found, importKey ?? '');
  return importKey === null ? byPathAlone(target, found) : besideFile(target, found, importKey);
}

interface Named {
  readonly id: string;
  readonly path: string;
}

function leadsTo(target: string, found: readonly Named[], importKey: string): string | null {
  const [path = ''] = target.split(/[#^]/);
  const folders = path.replaceAll('\\', '/').split('/').slice(0, -1).join('/').toLowerCase();
  const inFolder = found.filter((each) => folders !== '' && folderOf(each.path).endsWith(folders));
  return nearestTo(importKey, inFolder.length > 0 ? inFolder : found)?.id ?? null;
}

/** The source that shares most folders with a path, from the top; among equals the first. */
function nearestTo(importKey: string, found: readonly Named[]): Named | undefined {
  const own = folderOf(importKey).split('/');
  const shared = ({ path }: Named) => {
    const folders = folderOf(path).split('/');
    const apart = own.findIndex((folder, index) => folder === '' || folder !== folders[index]);
    return apart === -1 ? own.length : apart;
  };
  return found.toSorted((one, other) => shared(other) - shared(one))[0];
}

/** For a source without a folder: the only source with the name, or with a path that ends like a link with folders. */
function byPathAlone(target: string, found: readonly Named[]): string | null {
  const end = comparable(joined([], target));
  const alike = end.includes('/') ? found.filter(({ path }) => `/${comparable(path)}`.endsWith(`/${end}`)) : found;
  return onlyOf(alike);
}

const onlyOf = (found: readonly Named[]) => (found.length === 1 ? (found[0]?.id ?? null) : null);

/**
 * The source at the path that a link gives from the folder of a file, or else the only one in the same import whose
 * path ends like the link.
 */
function besideFile(target: string, found: readonly Named[], importKey: string): string | null {
  const [name = ''] = importKey.split('/', 1);
  const wanted = comparable(joined(importKey.split('/').slice(0, -1), target));
  const end = comparable(joined([], target));
  const exact = found.find(({ path }) => comparable(path) === wanted);
  const alike = found.filter(
    ({ path }) => path !== importKey && path.startsWith(`${name}/`) && comparable(path).endsWith(`/${end}`),
  );
  return exact?.id ?? onlyOf(alike);
}

function joined(folder: readonly string[], path: string): string {
  const parts = [...folder];
  for (const part of path.replaceAll('\\', '/').split('/'))
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  return parts.join('/');
}

/** Lower case, without the extension, which a link can omit. */
function comparable(path: string): string {
  const parts = path.split('/');
  return [...parts.slice(0, -1).map((part) => part.normalize('NFC').toLowerCase()), nameKey(parts.at(-1) ?? '')].join(
    '/',
  );
}

/** All sources of a person by their name keys, those added last first. */
async function readNamed(read: Reader, person: string): Promise<ReadonlyMap<string, readonly Named[]>> {
  const rows = await read
    .selectFrom('sources')
    .select(['id', 'title', 'import_key', 'aliases'])
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .orderBy('added_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const named = new Map<string, Named[]>();
  for (const { id, title, import_key: path, aliases } of rows)
    for (const key of namesOf({ title, importKey: path, aliases })) {
      const found = named.get(key);
      if (found) found.push({ id, path: path ?? '' });
      else named.set(key, [{ id, path: path ?? '' }]);
    }
  return named;
}

interface Names {
  readonly title: string;
  readonly importKey: string | null;
  /** As JSON. */
  readonly aliases: string;
}

function namesOf({ title, importKey, aliases }: Names): Set<string> {
  const further = listIn(aliases);
  const names = new Set([title, ...further].map(nameKey));
  if (importKey !== null) names.add(linkKey(importKey));
  names.delete('');
  return names;
}

function folderOf(path: string): string {
  return path.replaceAll('\\', '/').split('/').slice(0, -1).join('/').toLowerCase();
}

/** The sources whose links lead to a source, as `readLinks` resolves them. */
export async function readBacklinks(
  read: Reader,
  { person, sourceId, ...names }: OwnedSource & Names,
): Promise<SourceDetail['backlinks']> {
  const keys = [...namesOf(names)];
  if (keys.length === 0) return [];
  const candidates = await read
    .selectFrom('sources')
    .select(['id', 'title', 'url', 'preview', 'content', 'import_key'])
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .where('id', 'in', (linked) =>
      linked
        .selectFrom('source_links')
        .select('source_id')
        .where('person_id', '=', person)
        .where('target_key', 'in', keys),
    )
    .where('id', '!=', sourceId)
    .orderBy('title')
    .orderBy('id')
    .execute();
  if (candidates.length === 0) return [];
  const named = await readNamed(read, person);
  const isMeant = (row: { readonly content: string; readonly import_key: string | null }) =>
    noteLinksIn(row.content).some(
      (link) =>
        keys.includes(linkKey(link.target)) && targetOf(link, { named, importKey: row.import_key }) === sourceId,
    );
  return candidates.filter(isMeant).map((row) => ({ sourceId: row.id, title: shownTitle(row), preview: row.preview }));
}
