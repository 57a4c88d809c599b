import { Button } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';

interface PasteQuestionProps {
  readonly text: string;
  readonly onAnswer: (isWanted: boolean) => void;
}

const MAX_SHOWN = 2_000;

/** Asks before several lines are pasted into a shell, which runs each as it comes. */
export function PasteQuestion({ text, onAnswer }: PasteQuestionProps) {
  const lines = text.split(/\r\n|\r|\n/u).length;
  return (
    <Dialog
      title={`Paste ${lines.toLocaleString('en')} lines?`}
      description="The program in this terminal may run each line as it comes."
      onClose={() => onAnswer(false)}
    >
      <pre className="mt-3 max-h-[40dvh] overflow-auto rounded-small bg-sunken p-3 font-mono text-sm">
        {text.slice(0, MAX_SHOWN)}
        {text.length > MAX_SHOWN && '…'}
      </pre>
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={() => onAnswer(false)}>Cancel</Button>
        <Button look="primary" onClick={() => onAnswer(true)}>
          Paste
        </Button>
      </div>
    </Dialog>
  );
}
