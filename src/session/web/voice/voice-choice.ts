import { createStore } from '#elements/web/page/create-store.ts';
import { storedJson } from '#elements/web/page/stored.ts';

/** Voice settings, stored on this device because a microphone belongs to a machine. */
export interface VoiceChoice {
  readonly dictates: boolean;
  readonly readsAloud: boolean;
  /** BCP 47; empty for the language of the conversation. */
  readonly language: string;
  /** 1 is the voice's normal speed. */
  readonly rate: number;
}

const stored = storedJson<Partial<VoiceChoice>>('localStorage', 'warren.voice');
export const RATES = [0.8, 1, 1.2, 1.5] as const;
const { get, set, useValue } = createStore(read());
export { get as voiceChoice, useValue as useVoiceChoice };

export function chooseVoice(change: Partial<VoiceChoice>): void {
  set({ ...get(), ...change });
  stored.write(get());
}

function read(): VoiceChoice {
  const known = stored.read();
  return {
    dictates: known?.dictates === true,
    readsAloud: known?.readsAloud === true,
    language: typeof known?.language === 'string' ? known.language : '',
    rate: RATES.find((rate) => rate === known?.rate) ?? 1,
  };
}
