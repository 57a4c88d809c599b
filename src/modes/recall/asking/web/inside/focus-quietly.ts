/** Takes the focus to where nobody chose to go: no ring is drawn round it before it is used with the keyboard. */
export function focusQuietly(element: HTMLElement): void {
  const { dataset } = element;
  dataset['quiet'] = '';
  const end = () => {
    delete dataset['quiet'];
    element.removeEventListener('keydown', onKey);
    element.removeEventListener('blur', end);
  };
  // A letter is the rest of a word that was being written elsewhere.
  const onKey = ({ key }: KeyboardEvent) => key.length > 1 && end();
  element.addEventListener('keydown', onKey);
  element.addEventListener('blur', end);
  element.focus({ preventScroll: true });
}
