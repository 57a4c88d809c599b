import type { SourceFilter, SourceSort } from '../../../storage/protocol.ts';
import { KIND_NAMES } from '../../../storage/web/source-words.ts';

/** In the order of the menu. */
export const SORTS: readonly SourceSort[] = ['newest', 'title', 'cited'];

/** The state of the Library page besides the open source. The address holds all of it. */
export interface LibraryPlace {
  readonly filter: SourceFilter;
  /** The search words; empty for the plain list. */
  readonly words: string;
  readonly sort: SourceSort;
  /** Highlights are listed instead of sources. */
  readonly showsHighlights: boolean;
  /** On a narrow page the filters are shown instead of the list. */
  readonly showsFilters: boolean;
}

/** The query parameters of the address. The router parses `12` and `true` into values other than strings. */
export type AddressValues = Readonly<Record<string, unknown>>;

export function placeIn(values: AddressValues): LibraryPlace {
  const text = (name: string) => {
    const value = values[name];
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  };
  const { kind, whose, state } = { kind: text('kind'), whose: text('whose'), state: text('state') };
  return {
    filter: {
      ...(text('bucket') !== '' && { bucket: text('bucket') }),
      ...(isKind(kind) && { kind }),
      ...((whose === 'own' || whose === 'others') && { whose }),
      ...(text('tag') !== '' && { tag: text('tag') }),
      ...((state === 'reading' || state === 'failed') && { state }),
      ...(text('archived') === 'true' && { archived: 'true' }),
    },
    words: text('q'),
    sort: SORTS.find((sort) => sort === text('sort')) ?? 'newest',
    showsHighlights: text('list') === 'highlights',
    showsFilters: text('show') === 'filters',
  };
}

export function addressValues(place: LibraryPlace): AddressValues {
  const { filter, words, sort, showsHighlights, showsFilters } = place;
  const { archived, ...others } = filter;
  return {
    ...others,
    ...(archived && { archived: true }),
    ...(words !== '' && { q: words }),
    ...(sort !== 'newest' && { sort }),
    ...(showsHighlights && { list: 'highlights' }),
    ...(showsFilters && { show: 'filters' }),
  };
}

function isKind(text: string): text is keyof typeof KIND_NAMES {
  return text in KIND_NAMES;
}

export function isSameFilter(one: SourceFilter, other: SourceFilter): boolean {
  const names = Object.keys({ ...one, ...other }) as (keyof SourceFilter)[];
  return names.every((name) => one[name] === other[name]);
}
