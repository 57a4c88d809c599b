import { useQuery } from '@tanstack/react-query';
import { ArrowUp, Folder } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { TextField } from '#elements/web/text-field.tsx';
import { messageOf } from '#http-client/web/api.ts';

import { foldersQuery } from '../queries.ts';

interface FolderPickerProps {
  readonly value: string;
  readonly recent: readonly string[];
  readonly problem: string | undefined;
  readonly onChange: (folder: string) => void;
}

/** Picks a folder of the server: typed, a recent one, or found by browsing. */
export function FolderPicker({ value, recent, problem, onChange }: FolderPickerProps) {
  const [isBrowsing, setBrowsing] = useState(false);
  return (
    <div>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label="Folder"
            value={value}
            problem={problem}
            list="recent-folders"
            spellCheck={false}
            autoCapitalize="off"
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
        {problem === undefined && (
          <Button className="min-h-[42px]" aria-expanded={isBrowsing} onClick={() => setBrowsing(!isBrowsing)}>
            Browse
          </Button>
        )}
      </div>
      <datalist id="recent-folders">
        {recent.map((folder) => (
          <option key={folder} value={folder}>
            {folder}
          </option>
        ))}
      </datalist>
      {isBrowsing && <Folders path={value} onChange={onChange} />}
    </div>
  );
}

function Folders({ path, onChange }: { readonly path: string; readonly onChange: (folder: string) => void }) {
  const { data, error } = useQuery(foldersQuery(path));
  if (error) return <p className="mt-2 text-sm text-ink-faint">{messageOf(error)}</p>;
  if (!data) return null;
  const { parent } = data;
  const inside = (name: string) => `${data.path === '/' ? '' : data.path}/${name}`;
  return (
    <ul className="mt-2 max-h-[30dvh] overflow-y-auto rounded-small border border-line" aria-label={`In ${data.path}`}>
      {parent !== null && <FolderLine icon={ArrowUp} label="The folder above" onChoose={() => onChange(parent)} />}
      {data.folders.map((name) => (
        <FolderLine key={name} icon={Folder} label={name} onChoose={() => onChange(inside(name))} />
      ))}
      {data.folders.length === 0 && <li className="px-3 py-2 text-sm text-ink-faint">No folders here.</li>}
    </ul>
  );
}

interface FolderLineProps {
  readonly icon: typeof Folder;
  readonly label: string;
  readonly onChoose: () => void;
}

function FolderLine({ icon, label, onChoose }: FolderLineProps) {
  return (
    <li>
      <button
        type="button"
        className="flex min-h-[34px] w-full items-center gap-2 px-3 text-left text-sm hover:bg-sunken"
        onClick={onChoose}
      >
        <Icon of={icon} />
        <span className="min-w-0 truncate">{label}</span>
      </button>
    </li>
  );
}
