import { Link } from '@tanstack/react-router';

import { NeedsHttps } from '#elements/web/page/needs-https.tsx';
import { Section } from '#elements/web/page/section.tsx';

import { Bookmarklet } from './bookmarklet.tsx';
import { Recipes } from './recipes.tsx';

/** Lists the ways to add to the library from outside Warren. */
export function CaptureSettingsPage() {
  return (
    <>
      <Section title="From a browser">
        <Bookmarklet />
      </Section>
      <Section title="From a phone">
        {window.isSecureContext ? (
          <p className="max-w-[62ch] text-ink-soft">
            On Android, install Warren: it is then among the apps that you can share text, links, photos and files with.
          </p>
        ) : (
          <NeedsHttps what="install Warren, and share with it, at" />
        )}
        <p className="max-w-[62ch] text-ink-soft">On an iPhone or iPad, make a shortcut as described below.</p>
      </Section>
      <Section title="From programs">
        <p className="mb-3 max-w-[62ch] text-ink-soft">
          A capture token lets a program add to your library. It cannot read anything, and it cannot sign in. Make one
          under{' '}
          <Link to="/settings/programs" className="underline">
            Programs
          </Link>
          .
        </p>
        <Recipes />
      </Section>
    </>
  );
}
