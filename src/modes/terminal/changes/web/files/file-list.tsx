import { type KeyboardEvent, useRef } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';

import type { FileChange } from '../../protocol.ts';
import { fileInWords } from './file-words.ts';

interface FileListProps {
  readonly files: readonly FileChange[];
  readonly chosen: string | null;
  readonly onChoose: (path: string) => void;
  /** Undefined if nothing can be committed. */
  readonly onStage?: ((file: FileChange, isStaged: boolean) => void) | undefined;
  /** The number of comments of each file that has any. */
  readonly comments: ReadonlyMap<string, number>;
}

const ROW_PX = 36;

/** The changed files, each with its numbers of added and removed lines. */
export function FileList({ files, chosen, onChoose, onStage, comments }: FileListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const at = Math.max(
    0,
    files.findIndex(({ path }) => path === chosen),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = files[at + (step ?? 0)];
    if (step === undefined || !next || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onChoose(next.path);
    list.current?.scrollToIndex(at + step, { align: 'nearest' });
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>('[aria-current="true"]')?.focus());
  };
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable]">
      <Virtualizer
        ref={list}
        as="ul"
        item="li"
        data={files}
        scrollRef={scroller}
        itemSize={ROW_PX}
        keepMounted={files.length > 0 ? [at] : []}
      >
        {(file, index) => (
          <div
            key={file.path}
            className={`flex items-center rounded-small ${file.path === chosen ? 'bg-raised' : 'hover:bg-raised'}`}
          >
            {onStage && (
              <span className="flex w-8 flex-none justify-center">
                {file.staged !== null && (
                  <input
                    type="checkbox"
                    aria-label={`Staged: ${file.path}`}
                    title="In the next commit"
                    className="size-4"
                    tabIndex={index === at ? 0 : -1}
                    checked={file.staged === 'all'}
                    ref={(box) => {
                      if (box) box.indeterminate = file.staged === 'part';
                    }}
                    onChange={() => onStage(file, file.staged !== 'all')}
                  />
                )}
              </span>
            )}
            {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows go from file to file */}
            <button
              type="button"
              aria-current={file.path === chosen}
              tabIndex={index === at ? 0 : -1}
              title={`${file.path}, ${fileInWords(file)}`}
              onClick={() => onChoose(file.path)}
              onKeyDown={onKeyDown}
              className={`flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-small px-2 text-left text-sm ${file.path === chosen ? 'font-medium' : 'text-ink-soft'}`}
            >
              <FileName file={file} />
              <Figures file={file} comments={comments.get(file.path) ?? 0} />
            </button>
          </div>
        )}
      </Virtualizer>
    </div>
  );
}

/** If there is too little room, the folders are cut before the name. */
function FileName({ file }: { readonly file: FileChange }) {
  const end = file.path.lastIndexOf('/') + 1;
  return (
    <span className="mr-auto flex min-w-0">
      <span className="min-w-0 shrink-[99] truncate text-ink-faint">{file.path.slice(0, end)}</span>
      <span className={`min-w-0 truncate ${file.status === 'deleted' ? 'line-through' : ''}`}>
        {file.path.slice(end)}
      </span>
    </span>
  );
}

function Figures({ file, comments }: { readonly file: FileChange; readonly comments: number }) {
  return (
    <span className="flex flex-none items-center gap-1.5 text-xs tabular-nums">
      <span className="sr-only">, {fileInWords(file)}</span>
      {file.isConflicted && (
        <span aria-hidden="true" className="text-warn">
          conflict
        </span>
      )}
      {comments > 0 && (
        <span className="text-ink-soft">
          {comments} <span className="sr-only">comments</span>
          <span aria-hidden="true">✎</span>
        </span>
      )}
      {file.added !== null && (
        <span className="font-mono text-good">
          <span className="sr-only">, added </span>
          <span aria-hidden="true">+</span>
          {file.added}
        </span>
      )}
      {file.removed !== null && (
        <span className="font-mono text-bad">
          <span className="sr-only">, removed </span>
          <span aria-hidden="true">−</span>
          {file.removed}
        </span>
      )}
    </span>
  );
}
