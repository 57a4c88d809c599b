import { useQueries } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';

import { messageOf } from '#http-client/web/api.ts';

import type { FolderAnswer } from '../protocol.ts';
import { folderQuery } from './queries.ts';
import { type TreeRow, treeRows } from './tree-rows.ts';

interface FileTreeProps {
  readonly session: string;
  readonly open: ReadonlySet<string>;
  readonly onOpen: (open: ReadonlySet<string>) => void;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly onFile: (path: string) => void;
}

const ROW_PX = 28;
const BUFFER_PX = 400;
const INDENT_PX = 16;

/** The folder of a terminal as a tree. A folder is read when it is opened. */
export function FileTree({ session, open, onOpen, scroller, onFile }: FileTreeProps) {
  const folders = useMemo(() => ['', ...open], [open]);
  const reads = useQueries({ queries: folders.map((path) => folderQuery(session, path)) });
  const answers = new Map<string, FolderAnswer>();
  for (const [at, { data }] of reads.entries()) if (data) answers.set(folders[at] ?? '', data);
  const rows = treeRows(answers, open);
  const list = useRef<VirtualizerHandle>(null);
  const [currentPath, setCurrent] = useState<string | null>(null);
  const current = Math.max(
    0,
    rows.findIndex(({ path }) => path === currentPath),
  );
  const error = reads.find((read) => read.error)?.error;
  const cut = folders.filter((path) => answers.get(path)?.isCut === true);

  const goTo = (at: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, at))];
    if (!row) return;
    setCurrent(row.path);
    list.current?.scrollToIndex(rows.indexOf(row), { align: 'nearest' });
    // A distant row is rendered in the next frame.
    requestAnimationFrame(() =>
      scroller.current
        ?.querySelector<HTMLElement>(`[data-path="${CSS.escape(row.path)}"]`)
        ?.focus({ preventScroll: true }),
    );
  };
  const toggle = ({ path }: TreeRow, isOpen: boolean) => {
    const next = new Set(open);
    if (isOpen) next.add(path);
    else next.delete(path);
    onOpen(next);
  };
  const choose = (row: TreeRow) => {
    setCurrent(row.path);
    if (row.entry.kind === 'folder') toggle(row, !open.has(row.path));
    else if (isOpenable(row)) onFile(row.path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[current];
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
    const isFolder = row.entry.kind === 'folder';
    const isOpen = open.has(row.path);
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => goTo(current + 1),
      ArrowUp: () => goTo(current - 1),
      Home: () => goTo(0),
      End: () => goTo(rows.length - 1),
      ArrowRight: () => (isFolder && !isOpen ? toggle(row, true) : goTo(current + 1)),
      ArrowLeft: () =>
        isFolder && isOpen
          ? toggle(row, false)
          : goTo(rows.findIndex(({ path }) => path === row.path.slice(0, row.path.lastIndexOf('/')))),
      Enter: () => choose(row),
      ' ': () => choose(row),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  };
  return (
    <>
      {error && <p className="px-4 py-3 text-sm text-ink-soft">{messageOf(error)}</p>}
      {rows.length === 0 && !error && (
        <p className="px-4 py-3 text-sm text-ink-faint">{answers.has('') ? 'The folder is empty.' : 'Reading'}</p>
      )}
      {rows.length > 0 && (
        <div role="tree" tabIndex={-1} aria-label="Files" onKeyDown={onKeyDown} className="py-1.5 text-sm outline-none">
          <Virtualizer
            ref={list}
            data={rows}
            scrollRef={scroller}
            bufferSize={BUFFER_PX}
            itemSize={ROW_PX}
            keepMounted={[current]}
          >
            {(row, at) => (
              <Row
                key={row.path}
                row={row}
                isOpen={open.has(row.path)}
                isCurrent={at === current}
                onChoose={() => choose(row)}
              />
            )}
          </Virtualizer>
        </div>
      )}
      {cut.map((path) => (
        <p key={path} className="px-4 py-2 text-sm text-ink-faint">
          {path === '' ? 'The folder' : path} has more than 10,000 entries. The rest is not listed.
        </p>
      ))}
    </>
  );
}

const isOpenable = ({ entry }: TreeRow) => entry.kind === 'file' && entry.trouble === null;

interface RowProps {
  readonly row: TreeRow;
  readonly isOpen: boolean;
  /** The row that Tab reaches. */
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
}

function Row({ row, isOpen, isCurrent, onChoose }: RowProps) {
  const { path, depth, entry, isIgnored } = row;
  const isFolder = entry.kind === 'folder';
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  const isFaint = isIgnored || (!isFolder && !isOpenable(row));
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree takes the keys
    <div
      role="treeitem"
      data-path={path}
      aria-level={depth + 1}
      aria-expanded={isFolder ? isOpen : undefined}
      aria-selected={isCurrent}
      aria-disabled={(!isFolder && !isOpenable(row)) || undefined}
      tabIndex={isCurrent ? 0 : -1}
      title={entry.trouble ?? (isIgnored ? 'Ignored by git' : undefined)}
      onClick={onChoose}
      style={{ paddingLeft: 12 + depth * INDENT_PX }}
      className={`mx-1.5 flex h-7 cursor-pointer items-center gap-1.5 rounded-small pr-3 hover:bg-raised ${isFaint ? 'text-ink-faint' : ''}`}
    >
      {isFolder ? (
        <Arrow size={14} strokeWidth={1.6} aria-hidden="true" className="flex-none text-ink-faint" />
      ) : (
        <span className="w-3.5 flex-none" />
      )}
      <span dir="auto" className="truncate">
        {entry.name}
      </span>
      {isIgnored && <span className="sr-only">, ignored by git</span>}
      {entry.isLink && <span className="flex-none text-xs text-ink-faint">link</span>}
    </div>
  );
}
