import { useRef } from 'react';

import { Button } from '#elements/web/button.tsx';

/** Reads the text of a chosen file; the dialog also accepts a dropped one. */
export function FileChoice({ onChoose }: { readonly onChoose: (file: File | undefined) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".md,.txt,text/plain,text/markdown"
        hidden
        aria-label="A text or Markdown file"
        onChange={(event) => {
          onChoose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button look="quiet" onClick={() => input.current?.click()}>
        Choose a file
      </Button>
    </>
  );
}
