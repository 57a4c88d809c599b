let name = 'Warren';
let mark = '';

/** Names the browser's tab after a page. */
export function setPageTitle(title: string): void {
  name = title === 'Warren' ? title : `${title} · Warren`;
  show();
}

/** Puts a text before the title of any page, such as the number of waiting items; empty for nothing. */
export function setTitleMark(text: string): void {
  mark = text;
  show();
}

function show(): void {
  document.title = mark === '' ? name : `${mark} ${name}`;
}
