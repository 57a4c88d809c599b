import { toolName } from './shown/tool-title.ts';

interface Suggestion {
  readonly type?: string;
  readonly mode?: string;
  readonly rules?: readonly { readonly toolName?: string; readonly ruleContent?: string }[];
  readonly directories?: readonly string[];
  readonly behavior?: string;
  readonly destination?: string;
}

const MODES: Readonly<Record<string, string>> = {
  acceptEdits: 'Allow all edits',
  plan: 'Plan first',
  default: 'Ask each time',
};
const WHERE: Readonly<Record<string, string>> = {
  session: 'in this session',
  localSettings: 'in this folder, for you',
  projectSettings: 'in this folder, for everyone',
  userSettings: 'everywhere',
};

/**
 * Describes what Claude Code suggests to allow from now on; see `permission_suggestions` of its hooks. The digest of a
 * prompt includes these words: after an upgrade that changes them, an open prompt can be answered only in the chat or
 * the terminal.
 */
export function suggestionInWords(given: unknown): string {
  const suggestion = (given ?? {}) as Suggestion;
  const where = WHERE[suggestion.destination ?? ''] ?? 'from now on';
  switch (suggestion.type) {
    case 'setMode':
      return `${MODES[suggestion.mode ?? ''] ?? `Change to the mode ${suggestion.mode ?? ''}`} ${where}`;
    case 'addRules': {
      const rules = (suggestion.rules ?? []).map(({ toolName: name = '', ruleContent }) =>
        ruleContent === undefined ? toolName(name) : `${name}(${ruleContent})`,
      );
      return `${suggestion.behavior === 'deny' ? 'Never allow' : 'Do not ask again for'} ${rules.join(', ')} ${where}`;
    }
    case 'addDirectories':
      return `Allow ${(suggestion.directories ?? []).join(', ')} ${where}`;
    default:
      return `${suggestion.type ?? 'As suggested'} ${where}`;
  }
}
