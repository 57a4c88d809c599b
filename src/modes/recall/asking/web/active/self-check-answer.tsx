import { Button } from '#elements/web/button.tsx';

/** The answers to a self-check that an older version left open. Its text is in the last reply above. */
export function SelfCheckAnswer({ onAnswer }: { readonly onAnswer: (isRecalled: boolean) => void }) {
  return (
    <div className="mx-auto w-full max-w-[720px] px-4 pb-6 wide:px-6">
      <fieldset className="appear -mt-2 flex gap-2">
        <legend className="sr-only">Is that what you meant?</legend>
        <Button look="primary" onClick={() => onAnswer(true)}>
          I had it
        </Button>
        <Button onClick={() => onAnswer(false)}>Not quite</Button>
      </fieldset>
    </div>
  );
}
