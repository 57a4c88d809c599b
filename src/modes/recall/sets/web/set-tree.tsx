import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { storedJson } from '#elements/web/page/stored.ts';
import { count, figure } from '#elements/web/text/figures.ts';

import { type Folder, treeOf } from '../domain/set-tree.ts';
import type { SetSummary } from '../protocol.ts';
import { setStateLine } from './readiness.ts';
import { RemoveSample } from './remove-sample.tsx';
import { useBegin } from './use-begin.ts';

const CLOSED = storedJson<readonly string[]>('localStorage', 'closed-folders');

interface SetTreeProps {
  /** In display order. */
  readonly sets: readonly SetSummary[];
  /** Opens all folders, for example during a search. */
  readonly isOpen: boolean;
}

/** Sets in collapsible folders. This browser remembers which are closed. */
export function SetTree({ sets, isOpen }: SetTreeProps) {
  const [closed, setClosed] = useState<readonly string[]>(() => CLOSED.read() ?? []);
  const toggle = (path: string) => {
    const changed = closed.includes(path) ? closed.filter((each) => each !== path) : [...closed, path];
    CLOSED.write(changed);
    setClosed(changed);
  };
  return <FolderContent folder={treeOf(sets)} closed={isOpen ? [] : closed} onToggle={toggle} />;
}

interface FolderProps {
  readonly folder: Folder<SetSummary>;
  readonly closed: readonly string[];
  readonly onToggle: (path: string) => void;
}

function FolderContent({ folder, closed, onToggle }: FolderProps) {
  return (
    <>
      {folder.sets.length > 0 && (
        <ul>
          {folder.sets.map((set) => (
            <SetLine key={set.id} set={set} />
          ))}
        </ul>
      )}
      {folder.folders.map((below) => (
        <FolderPart key={below.path} folder={below} closed={closed} onToggle={onToggle} />
      ))}
    </>
  );
}

function FolderPart({ folder, closed, onToggle }: FolderProps) {
  const id = useId();
  const isOpen = !closed.includes(folder.path);
  return (
    <section aria-label={folder.path.replaceAll('::', ' › ')} className="mt-3">
      <h2 className="text-sm font-semibold">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onToggle(folder.path)}
          className="-ml-1 flex min-h-[34px] w-full items-center gap-1 rounded-small text-left hover:bg-raised"
        >
          <span className={`transition-transform duration-(--fast) ${isOpen ? 'rotate-90' : ''}`}>
            <Icon of={ChevronRight} />
          </span>
          <span dir="auto" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            {folder.name}
          </span>
          <span className="shrink-0 pl-2 font-normal text-ink-faint tabular-nums">
            {count(folder.count, 'set')}
            {folder.ready > 0 && `, ${figure(folder.ready)} ready`}
          </span>
        </button>
      </h2>
      <div id={id} className="pl-4 wide:pl-5">
        {isOpen && <FolderContent folder={folder} closed={closed} onToggle={onToggle} />}
      </div>
    </section>
  );
}

function SetLine({ set }: { readonly set: SetSummary }) {
  const { begin, isBeginning } = useBegin();
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 border-t border-line py-3">
      <div className="min-w-[min(100%,180px)] flex-1">
        <Link
          id={`set-${set.id}`}
          to="/recall/$setId"
          params={{ setId: set.id }}
          dir="auto"
          className="font-medium [overflow-wrap:anywhere] hover:underline"
        >
          {set.title}
        </Link>
        <div className="text-sm text-ink-faint">
          {set.isSample ? `A sample. ${setStateLine(set)}` : setStateLine(set)}
        </div>
      </div>
      <span className="ml-auto flex flex-wrap items-center justify-end gap-x-3.5 gap-y-2">
        {set.isSample && <RemoveSample set={set} />}
        {set.points > 0 && (
          <Button aria-describedby={`set-${set.id}`} disabled={isBeginning} onClick={() => begin(set.id)}>
            {set.openSession === null ? 'Begin' : 'Continue'}
          </Button>
        )}
      </span>
    </li>
  );
}
