/**
 * The service worker: shows the page without a server, and shows notifications while no page is open. It stores the
 * files of one version of the page, and no answers of the API. A version is fetched completely before it is used, and
 * it is used when the last page of the previous version is closed, or when a page requests it.
 */

import './kept-page.ts';
import './notifications.ts';
import './take-shared.ts';
