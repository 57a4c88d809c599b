/** Offers a text as a download. */
export function saveFile(name: string, text: string, type: 'text/markdown' | 'text/html'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A download that has begun no longer needs it.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
