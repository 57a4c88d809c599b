/** Voice settings, stored on this device because a microphone belongs to a machine. */
export interface VoiceChoice {
  readonly dictates: boolean;
  readonly readsAloud: boolean;
  /** BCP 47; empty for the language of the conversation. */
  readonly language: string;
  /** 1 is the voice's normal speed. */
  readonly rate: number;
}

const KEY = 'warren.voice';
const OFF: VoiceChoice = { dictates: false, readsAloud: false, language: '', rate: 1 };
export const RATES = [0.8, 1, 1.2, 1.5] as const;
const listeners = new Set<() => void>();
let known: VoiceChoice | null = null;

export function voiceChoice(): VoiceChoice {
  known ??= read();
  return known;
}

export function chooseVoice(change: Partial<VoiceChoice>): void {
  known = { ...voiceChoice(), ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(known));
  } catch {
    // Storage is denied; the setting lasts until the page closes.
  }
  for (const listener of listeners) listener();
}

export function onVoiceChoice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): VoiceChoice {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<VoiceChoice> | null;
    return {
      dictates: kept?.dictates === true,
      readsAloud: kept?.readsAloud === true,
      language: typeof kept?.language === 'string' ? kept.language : OFF.language,
      rate: RATES.find((rate) => rate === kept?.rate) ?? OFF.rate,
    };
  } catch {
    return OFF;
  }
}
