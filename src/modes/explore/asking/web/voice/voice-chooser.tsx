import { SelectField } from '#elements/web/text-field.tsx';

import type { Voice } from '../../../protocol.ts';
import { useVoices } from './use-voices.ts';

interface VoiceChooserProps {
  /** Undefined until one is chosen; the default is the person's own. */
  readonly voice: Voice | undefined;
  readonly onChoose: (voice: Voice | undefined) => void;
}

const OWN = '';
/** Cannot be the id of a person: it contains a space. */
const COMPANY = 'the company';

/**
 * Chooses whose rules the answers follow: a person's with those for everyone, or only the latter. Renders nothing
 * without a choice.
 */
export function VoiceChooser({ voice, onChoose }: VoiceChooserProps) {
  const people = useVoices();
  if (!people) return null;
  const value = voice === undefined ? OWN : (voice.personId ?? COMPANY);
  return (
    <SelectField label="Voice" value={value} onChange={({ target }) => onChoose(voiceOf(target.value))}>
      {voice === undefined && <option value={OWN}>Yours, with the rules for everyone</option>}
      {people.map(({ id, name }) => (
        <option key={id} value={id}>
          {`${name}, with the rules for everyone`}
        </option>
      ))}
      <option value={COMPANY}>The rules for everyone alone</option>
    </SelectField>
  );
}

function voiceOf(value: string): Voice | undefined {
  return value === OWN ? undefined : { personId: value === COMPANY ? null : value };
}
