import { SelectField } from '#elements/web/text-field.tsx';

import type { ColumnRole, DeckChoices, DeckPreview } from '../../protocol.ts';

const SEPARATORS: Readonly<Record<NonNullable<DeckChoices['separator']>, string>> = {
  tab: 'A tab',
  comma: 'A comma',
  semicolon: 'A semicolon',
  pipe: 'A bar |',
  colon: 'A colon',
  dash: 'A dash between spaces',
  none: 'Nothing: one point a line',
};

const ROLES: Readonly<Record<ColumnRole, string>> = {
  question: 'Question',
  answer: 'Point',
  tags: 'Tags',
  heading: 'Heading',
  deck: 'Name of the set',
  deleted: 'Leave the row out if filled',
  none: 'Not imported',
};

interface ColumnChoicesProps {
  readonly preview: DeckPreview;
  readonly choices: DeckChoices;
  readonly onChange: (choices: DeckChoices) => void;
}

/** Choices of the separator, the header row and the role of each column. */
export function ColumnChoices({ preview: { kind, table }, choices, onChange }: ColumnChoicesProps) {
  if (kind === 'json' || kind === 'package') return null;
  const separator = table ? table.separator : 'none';
  const give = (index: number, role: ColumnRole) =>
    onChange({
      ...choices,
      columns: (table?.columns ?? []).map((column, at) =>
        at === index ? role : (choices.columns?.[at] ?? column.role),
      ),
    });
  return (
    <section aria-label="Columns" className="flex flex-col gap-3">
      {kind !== 'anki' && (
        <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
          <div className="min-w-[min(100%,220px)]">
            <SelectField
              label="Between question and answer"
              value={separator ?? ''}
              onChange={(event) => onChange({ separator: event.target.value as DeckChoices['separator'] })}
            >
              {Object.entries(SEPARATORS).map(([each, words]) => (
                <option key={each} value={each}>
                  {words}
                </option>
              ))}
            </SelectField>
          </div>
          {table && (
            <label className="flex min-h-[38px] items-center gap-2 text-sm">
              <input
                type="checkbox"
                checked={table.hasHeader}
                onChange={(event) => onChange(withHeader(choices, event.target.checked))}
              />
              The first row names the columns
            </label>
          )}
        </div>
      )}
      {table && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,200px),1fr))] gap-3">
          {table.columns.map(({ name, role, example }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a column is its position
            <li key={index} className="min-w-0">
              <SelectField
                label={name === '' ? `Column ${index + 1}` : name}
                help={example === '' ? 'Empty' : example}
                value={role}
                onChange={(event) => give(index, event.target.value as ColumnRole)}
              >
                {Object.entries(ROLES).map(([each, words]) => (
                  <option key={each} value={each}>
                    {words}
                  </option>
                ))}
              </SelectField>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Drops the chosen columns, so that they are detected again. */
function withHeader({ separator }: DeckChoices, hasHeader: boolean): DeckChoices {
  return separator === undefined ? { hasHeader } : { separator, hasHeader };
}
