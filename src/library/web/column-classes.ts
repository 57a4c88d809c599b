interface Shown {
  readonly showsFilters: boolean;
  readonly hasSource: boolean;
}

/**
 * From 960 px on all three columns are shown; from 620 px on the filters, and beside them the reader in place of the list;
 * on a narrow page one of the three.
 */
export function columnClasses({ showsFilters, hasSource }: Shown) {
  const column = showsFilters ? 'filters' : hasSource ? 'reader' : 'list';
  return {
    header: column === 'reader' ? '@max-[619px]:hidden' : '',
    grid: 'grid min-h-0 flex-1 grid-cols-1 grid-rows-[minmax(0,1fr)] @min-[620px]:grid-cols-[196px_minmax(0,1fr)] @min-[960px]:grid-cols-[196px_minmax(0,1fr)_minmax(0,1.15fr)]',
    filters: `${column === 'filters' ? '' : 'hidden'} min-h-0 flex-col overflow-y-auto border-line @min-[620px]:flex @min-[620px]:border-r`,
    list: `${column === 'list' ? 'flex' : 'hidden'} ${hasSource ? '@min-[620px]:hidden' : '@min-[620px]:flex'} min-h-0 min-w-0 flex-col @min-[960px]:flex`,
    reader: `${column === 'reader' ? 'flex' : 'hidden'} ${hasSource ? '@min-[620px]:flex' : '@min-[620px]:hidden'} min-h-0 min-w-0 flex-col border-line outline-none @min-[960px]:flex @min-[960px]:border-l`,
  };
}
