import type { LibraryTables } from '#library/storage/server/tables.ts';

import type { TerminalTables } from '../../running/server/tables.ts';

export interface ChatSourceTables extends TerminalTables, Pick<LibraryTables, 'sources'> {}
