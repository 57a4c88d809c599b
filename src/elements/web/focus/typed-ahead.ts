const FIELD = 'textarea, input:not([type]), input[type="text"], input[type="search"]';
/** A page that takes longer is assumed to have failed. */
const MAX_MS = 10_000;

let give: (() => void) | null = null;

/**
 * Call it for an action that opens a page with a text field: text typed from now on, wherever the focus is, goes to the
 * first field that appears and takes the focus.
 */
export function keepTyping(): void {
  if (give) return;
  let text = '';
  const known = new Set(document.querySelectorAll(FIELD));
  const onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const isLetter = Array.from(key).length === 1 && (key !== ' ' || text !== '');
    if (!isLetter && (text === '' || (key !== 'Backspace' && key !== 'Enter'))) return;
    // Enter would repeat the action or send the text.
    event.preventDefault();
    event.stopPropagation();
    if (isLetter) text += key;
    if (key === 'Backspace') text = Array.from(text).slice(0, -1).join('');
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.matches(FIELD) && !known.has(target)) giveTyped();
  };
  const timer = setTimeout(giveTyped, MAX_MS);
  window.addEventListener('keydown', onKey, true);
  window.addEventListener('pointerdown', giveTyped, true);
  document.addEventListener('focusin', onFocus);
  give = () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', onKey, true);
    window.removeEventListener('pointerdown', giveTyped, true);
    document.removeEventListener('focusin', onFocus);
    give = null;
    const { activeElement } = document;
    const field = activeElement?.matches(FIELD) ? activeElement : document.querySelector('[data-composer]');
    if (text !== '' && (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) type(field, text);
  };
}

/** Stops collecting: the typed text goes to the focused field, or else to the composer. */
export function giveTyped(): void {
  give?.();
}

function type(field: HTMLTextAreaElement | HTMLInputElement, text: string): void {
  const { selectionStart, selectionEnd, value } = field;
  field.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }));
}

/** The `ref` of a field with text: puts the caret at its end. */
export function caretAtEnd(field: HTMLTextAreaElement | HTMLInputElement | null): void {
  field?.setSelectionRange(field.value.length, field.value.length);
}
