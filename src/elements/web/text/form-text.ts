export function formText(form: FormData | HTMLFormElement, name: string): string {
  const value = (form instanceof FormData ? form : new FormData(form)).get(name);
  return typeof value === 'string' ? value : '';
}
