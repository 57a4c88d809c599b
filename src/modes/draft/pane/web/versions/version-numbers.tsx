import { History } from 'lucide-react';
import { type FormEvent, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { PanelButton } from '#elements/web/panel-button.tsx';
import { TextField } from '#elements/web/text-field.tsx';
import { formText } from '#elements/web/text/form-text.ts';

import type { VersionHead } from '../../../protocol.ts';
import { useChangeDraft } from '../use-change-draft.ts';
import { versionFacts } from './version-facts.ts';

interface VersionNumbersProps {
  readonly draftId: string;
  /** Oldest first. */
  readonly versions: readonly VersionHead[];
  /** The version that counts. */
  readonly current: number;
  readonly shown: number;
  readonly onShow: (number: number) => void;
  readonly onCompare: (number: number) => void;
}

/** Maximum number of versions in the line; the list has all. */
const MAX_IN_LINE = 4;
const WHEN = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** The versions of a draft as numbers, and with their facts in a list. */
export function VersionNumbers({ draftId, versions, current, shown, onShow, onCompare }: VersionNumbersProps) {
  const [isOpen, setOpen] = useState(false);
  const close = (act: () => void) => () => {
    act();
    setOpen(false);
  };
  return (
    <>
      <ul aria-label="Versions" className="flex min-w-0 items-center gap-0.5 max-[999px]:hidden">
        {inLine(versions, shown).map((version) => (
          <li key={version.number}>
            <button
              type="button"
              aria-current={version.number === shown || undefined}
              title={`Version ${String(version.number)}. ${versionFacts(version, versions)}`}
              onClick={() => onShow(version.number)}
              className="min-h-[28px] min-w-[28px] rounded-small px-2 text-xs whitespace-nowrap text-ink-faint tabular-nums hover:bg-raised hover:text-ink aria-[current]:bg-raised aria-[current]:font-semibold aria-[current]:text-ink"
            >
              <span className="sr-only">Version </span>
              {version.number}
              {version.number === current && ' now'}
              {version.isAside && ' aside'}
            </button>
          </li>
        ))}
      </ul>
      <PanelButton
        label="All versions"
        icon={<Icon of={History} />}
        title="All versions"
        isOpen={isOpen}
        onOpenChange={setOpen}
        className="max-h-[min(60dvh,32rem)] p-2"
      >
        <ul>
          {versions.toReversed().map((version) => {
            const { number, createdAt } = version;
            return (
              <li key={number} className="border-t border-line px-2 py-2.5 text-sm first:border-t-0">
                <div className="flex items-baseline gap-2">
                  <span className="font-semibold tabular-nums">
                    {`Version ${String(number)}${number === current ? ', now' : ''}`}
                  </span>
                  <span className="ml-auto text-xs text-ink-faint tabular-nums">{WHEN.format(createdAt)}</span>
                </div>
                <p dir="auto" className="text-ink-soft [overflow-wrap:anywhere]">
                  {versionFacts(version, versions)}
                </p>
                <div className="mt-1 -ml-2 flex flex-wrap gap-1">
                  {number !== shown && (
                    <>
                      <Button look="quiet" className={SMALL} onClick={close(() => onShow(number))}>
                        Show
                      </Button>
                      <Button look="quiet" className={SMALL} onClick={close(() => onCompare(number))}>
                        {`Compare with ${String(shown)}`}
                      </Button>
                    </>
                  )}
                  <NameVersion draftId={draftId} version={version} className={SMALL} />
                </div>
              </li>
            );
          })}
        </ul>
      </PanelButton>
    </>
  );
}

const SMALL = 'min-h-[28px] px-2 py-0.5 text-xs';

/** The latest versions, and the shown one. */
function inLine(versions: readonly VersionHead[], shown: number): readonly VersionHead[] {
  const latest = versions.slice(-MAX_IN_LINE);
  if (latest.some(({ number }) => number === shown)) return latest;
  return [...versions.filter(({ number }) => number === shown), ...latest.slice(1)];
}

interface NameVersionProps {
  readonly draftId: string;
  readonly version: VersionHead;
  readonly className: string;
}

function NameVersion({ draftId, version: { number, name }, className }: NameVersionProps) {
  const [isOpen, setOpen] = useState(false);
  const change = useChangeDraft(draftId);
  if (!isOpen)
    return (
      <Button look="quiet" className={className} onClick={() => setOpen(true)}>
        {name === null ? 'Name it' : 'Rename'}
      </Button>
    );
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = formText(event.currentTarget, 'name').trim();
    setOpen(false);
    void change('PATCH', `/versions/${String(number)}`, { name: given === '' ? null : given });
  };
  return (
    <form onSubmit={save} className="flex w-full items-end gap-2 pl-2">
      <div className="min-w-0 flex-1">
        <TextField
          label={`Name of version ${String(number)}`}
          name="name"
          defaultValue={name ?? ''}
          maxLength={120}
          // It was asked for.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        />
      </div>
      <Button type="submit" className="min-h-[38px]">
        Save
      </Button>
    </form>
  );
}
