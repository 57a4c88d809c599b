import { useId } from 'react';

import { Button } from '#elements/web/button.tsx';
import { SelectField } from '#elements/web/text-field.tsx';
import { canReadAloud, startReading } from '#session/web/voice/read-aloud.ts';
import { chooseVoice, RATES, useVoiceChoice } from '#session/web/voice/voice-choice.ts';

import { canDictate } from './browser-speech.ts';

const LANGUAGES = 'ar cs da de el en-GB en-US es fi fr he hi hu it ja ko nb nl pl pt ro ru sv th tr uk vi zh'.split(
  ' ',
);
const NAMES = new Intl.DisplayNames('en-GB', { type: 'language' });
const SAMPLE = 'This is how replies sound.';
const RATE_NAMES: Record<(typeof RATES)[number], string> = { 0.8: 'Slower', 1: 'Normal', 1.2: 'Faster', 1.5: 'Fast' };

/** Voice settings. Voice uses the browser's own features and is off by default, per device. */
export function VoiceSettings() {
  const choice = useVoiceChoice();
  const hasDictation = canDictate();
  const hasReading = canReadAloud();
  return (
    <div className="flex flex-col gap-4">
      <Choice
        label="Dictate answers"
        isOn={choice.dictates && hasDictation}
        isThere={hasDictation}
        onChange={(dictates) => chooseVoice({ dictates })}
      >
        {hasDictation
          ? 'Hold the microphone or Alt-V and speak. The text lands in the answer field, for you to change and send.'
          : 'This browser has no dictation. Chrome, Edge and Safari have it.'}
      </Choice>
      <Choice
        label="Read replies aloud"
        isOn={choice.readsAloud && hasReading}
        isThere={hasReading}
        onChange={(readsAloud) => chooseVoice({ readsAloud })}
      >
        {hasReading
          ? 'Each reply of a recall session is read once it is complete. Typing stops it. Any long reply has a button for it.'
          : 'This browser cannot read aloud. Any current one can.'}
      </Choice>
      {(hasDictation || hasReading) && (
        <div className="grid gap-4 wide:grid-cols-2">
          <SelectField
            label="Language"
            value={choice.language}
            onChange={(event) => chooseVoice({ language: event.target.value })}
          >
            <option value="">As the conversation</option>
            {LANGUAGES.map((language) => (
              <option key={language} value={language}>
                {NAMES.of(language) ?? language}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Reading speed"
            value={choice.rate}
            onChange={(event) => chooseVoice({ rate: Number(event.target.value) })}
          >
            {RATES.map((rate) => (
              <option key={rate} value={rate}>
                {RATE_NAMES[rate]}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {hasReading && (
        <div>
          <Button onClick={() => startReading('sample', SAMPLE)}>Listen to a sample</Button>
        </div>
      )}
      <p className="max-w-[62ch] text-sm text-ink-faint">
        Warren itself hears nothing. The browser turns speech into text, and most browsers send what the microphone
        hears to their maker to do so: Chrome to Google, Edge to Microsoft, Safari to Apple. Some voices are made there
        too. Kept on this device.
      </p>
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly isThere: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: string;
}

function Choice({ label, isOn, isThere, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-note`}
        checked={isOn}
        disabled={!isThere}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-1 size-4 flex-none accent-(--accent)"
      />
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-note`} className="max-w-[62ch] text-sm text-ink-faint">
          {children}
        </p>
      </div>
    </div>
  );
}
