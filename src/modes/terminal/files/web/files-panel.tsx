import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { SearchField } from '#elements/web/text-field.tsx';
import { useToast } from '#elements/web/toast.tsx';

import { foundFilesQuery } from '../../chat/web/queries.ts';
import { fileInWords } from '../../chat/web/writing/use-completions.ts';
import { FileTree } from './file-tree.tsx';
import { AskBar, FileView, type LineRange } from './file-view.tsx';

interface FilesPanelProps {
  readonly session: string;
  readonly onClose: () => void;
  /** Inserts words into the message being written; null without a chat. */
  readonly onAsk: ((words: string) => void) | null;
  /** The reason why the files cannot be read; null if they can. */
  readonly instead: ReactNode;
}

const NO_FOLDERS: ReadonlySet<string> = new Set();

/** The files of a terminal's folder, to read and to ask about. */
export function FilesPanel({ session, onClose, onAsk, instead }: FilesPanelProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(NO_FOLDERS);
  const [words, setWords] = useState('');
  const [file, setFile] = useState<string | null>(null);
  const [lines, setLines] = useState<LineRange | null>(null);
  const toast = useToast();
  const show = (path: string | null) => {
    setFile(path);
    setLines(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    if (file === null) onClose();
    else show(null);
  };
  const ask = (path: string, { from, to }: LineRange) => {
    if (onAsk) {
      onAsk(fileInWords(`${path}#L${from}${from === to ? '' : `-${to}`}`));
      return;
    }
    void navigator.clipboard.writeText(`${path}:${from}`).then(
      () => toast({ text: 'Copied.' }),
      () => toast({ text: 'The browser did not allow it to be copied.' }),
    );
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape anywhere in it goes back
    <aside aria-label="Files of this terminal" onKeyDown={onKeyDown} className="flex min-h-0 flex-1 flex-col bg-paper">
      <div className="flex flex-none items-center gap-2 border-b border-line py-2 pr-2 pl-4">
        {instead !== null ? (
          <h2 className="min-w-0 flex-1 py-2 text-sm font-semibold">Files</h2>
        ) : file === null ? (
          <div className="min-w-0 flex-1">
            <SearchField
              label="Find a file by its name"
              className="w-full"
              placeholder="Find a file"
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </div>
        ) : (
          <>
            <IconButton label="Back to the files" className="-ml-2" onClick={() => show(null)}>
              <Icon of={ArrowLeft} />
            </IconButton>
            <h2 dir="auto" title={file} className="min-w-0 flex-1 truncate font-mono text-sm">
              {file}
            </h2>
          </>
        )}
        <IconButton label="Close the files" onClick={onClose}>
          <Icon of={X} />
        </IconButton>
      </div>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable]">
        {instead !== null ? (
          instead
        ) : file !== null ? (
          <FileView session={session} path={file} scroller={scroller} lines={lines} onLines={setLines} />
        ) : words.trim() !== '' ? (
          <FoundFiles session={session} words={words.trim()} onFile={show} />
        ) : (
          <FileTree session={session} open={open} onOpen={setOpen} scroller={scroller} onFile={show} />
        )}
      </div>
      {instead === null && file !== null && lines !== null && (
        <AskBar
          lines={lines}
          label={
            onAsk === null
              ? 'Copy path and line'
              : lines.from === lines.to
                ? 'Ask about this line'
                : 'Ask about these lines'
          }
          onAsk={() => ask(file, lines)}
        />
      )}
    </aside>
  );
}

interface FoundFilesProps {
  readonly session: string;
  readonly words: string;
  readonly onFile: (path: string) => void;
}

function FoundFiles({ session, words, onFile }: FoundFilesProps) {
  const { data } = useQuery(foundFilesQuery(session, words));
  if (!data) return null;
  if (data.length === 0) return <p className="px-4 py-3 text-sm text-ink-faint">No file has this in its name.</p>;
  return (
    <ul aria-label="Found files" className="py-1.5 text-sm">
      {data.map(({ value }) => (
        <li key={value} className="mx-1.5">
          <button
            type="button"
            dir="auto"
            onClick={() => onFile(value)}
            className="block min-h-7 w-full truncate rounded-small px-3 text-left hover:bg-raised"
          >
            {value}
          </button>
        </li>
      ))}
    </ul>
  );
}
