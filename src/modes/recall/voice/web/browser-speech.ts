/** The part of the browser's speech recognition used here. Browsers name it with or without a prefix. */
export interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: { readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }>> }) => void) | null;
  onerror: ((event: { readonly error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
}

/** A speech recogniser; null if the browser has none. */
export function createRecognition(): Recognition | null {
  const browser = globalThis as {
    SpeechRecognition?: new () => Recognition;
    webkitSpeechRecognition?: new () => Recognition;
  };
  const Heard = browser.SpeechRecognition ?? browser.webkitSpeechRecognition;
  return Heard ? new Heard() : null;
}

export function canDictate(): boolean {
  return 'SpeechRecognition' in globalThis || 'webkitSpeechRecognition' in globalThis;
}

/** Why listening failed; null if there is nothing to report. */
export function hearingProblem(error: string): string | null {
  switch (error) {
    case 'aborted':
      return null;
    case 'no-speech':
      return 'Nothing was heard. Hold the button while you speak.';
    case 'not-allowed':
    case 'service-not-allowed':
      return 'The browser does not let this page listen. Allow the microphone for it, then try again.';
    case 'audio-capture':
      return 'No microphone was found. Connect one, then try again.';
    case 'network':
      return "The browser's speech service could not be reached. Check the network, then try again.";
    case 'language-not-supported':
      return 'The browser does not understand this language. Choose another one in Settings.';
    default:
      return 'The browser stopped listening. Try again.';
  }
}
