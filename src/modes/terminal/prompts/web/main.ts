import './answer.css';
import { startTheme } from '#elements/web/page/shown-theme.ts';
import { assert } from '#kernel/assert.ts';

import { AnswerPage } from './answer-page.ts';

startTheme();
const root = document.getElementById('root');
assert(root, 'the page has its root');
const page = new AnswerPage(root);
void page.load();
window.addEventListener('hashchange', () => void page.load());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void page.look();
});
