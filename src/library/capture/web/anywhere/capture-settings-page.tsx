import { Section } from '#elements/web/page/section.tsx';

import { CaptureTokens } from './capture-tokens.tsx';
import { Recipes } from './recipes.tsx';

/** The ways to add to the library from outside Warren. */
export function CaptureSettingsPage() {
  return (
    <>
      <Section title="From programs">
        <p className="mb-3 max-w-[62ch] text-ink-soft">
          A capture token lets a program add to your library. It cannot read anything, and it cannot sign in.
        </p>
        <Recipes />
      </Section>
      {/* Last: it is as long as its list. */}
      <Section title="Capture tokens">
        <CaptureTokens />
      </Section>
    </>
  );
}
