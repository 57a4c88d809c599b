/** Focuses an element that the person did not choose. Its focus ring shows once a key other than a letter is pressed. */
export function focusQuietly(element: HTMLElement): void {
  const { dataset } = element;
  dataset['quiet'] = '';
  const end = () => {
    delete dataset['quiet'];
    element.removeEventListener('keydown', onKey);
    element.removeEventListener('blur', end);
  };
  // A letter may be the rest of a word that was being written elsewhere.
  const onKey = ({ key }: KeyboardEvent) => key.length > 1 && end();
  element.addEventListener('keydown', onKey);
  element.addEventListener('blur', end);
  element.focus({ preventScroll: true });
}
