/**
 * The service worker: shows the page without a server, and shows notifications while no page is open. It stores the
 * files of one version of the page and no answer of the API. A version is fetched whole before any of it is shown, and
 * it is shown once the last page of the version before is closed, or once a page asks for that.
 */

import './kept-page.ts';
import './notifications.ts';
import './take-shared.ts';
