import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { SelectField } from '#elements/web/text-field.tsx';
import { useCopy } from '#elements/web/use-copy.ts';

import { waysToConnect } from '../domain/ways-to-connect.ts';
import type { AccessTokensAnswer } from '../protocol.ts';

interface WaysProps extends Pick<AccessTokensAnswer, 'launcher' | 'home'> {
  readonly token: string;
}

/** How to add Warren to a program, one program at a time, to copy. */
export function Ways({ token, launcher, home }: WaysProps) {
  const [chosen, setChosen] = useState('claude-code');
  const { isDone, copy } = useCopy();
  const ways = waysToConnect({ address: location.origin, token, launcher, home });
  const way = ways.find(({ id }) => id === chosen);
  if (!way) return null;
  return (
    <>
      <SelectField label="Add it to" value={chosen} onChange={({ target }) => setChosen(target.value)} help={way.where}>
        {ways.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <pre className="mt-2 rounded-small bg-sunken px-3 py-2 font-mono text-sm [overflow-wrap:anywhere] whitespace-pre-wrap">
        {way.text}
      </pre>
      {copy && (
        <Button className="mt-2" onClick={() => copy(way.text)}>
          {isDone ? 'Copied' : 'Copy this'}
        </Button>
      )}
    </>
  );
}
