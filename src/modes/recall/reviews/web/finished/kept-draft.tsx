import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { keepMessageDraft, readMessageDraft } from '#session/web/composer/draft.ts';
import { CopyButton } from '#session/web/transcript/rows/copy-button.tsx';

/** Text that was being written when the session ended elsewhere; it can be copied until it is removed. */
export function KeptDraft({ draft }: { readonly draft: string }) {
  const [text, setText] = useState(() => readMessageDraft(draft));
  if (text.trim() === '') return null;
  const remove = () => {
    keepMessageDraft(draft, '');
    setText('');
  };
  return (
    <section aria-label="Not sent" className="group flex-none border-b border-line bg-sunken px-4 py-2 wide:px-6">
      <div className="mx-auto flex max-w-[672px] flex-wrap items-center gap-x-2">
        <p className="mr-auto text-sm text-ink-soft">The session ended before this was sent. It is kept here.</p>
        <CopyButton text={text} />
        <Button look="quiet" onClick={remove}>
          Remove
        </Button>
        <p
          dir="auto"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
          tabIndex={0}
          className="max-h-24 basis-full overflow-y-auto font-serif text-read leading-normal [overflow-wrap:anywhere] whitespace-pre-wrap"
        >
          {text}
        </p>
      </div>
    </section>
  );
}
