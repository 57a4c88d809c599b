import { Link } from '@tanstack/react-router';

import { CodeWords } from '#elements/web/text/code-words.tsx';

const NAME = /\bSettings\b(?=(?:, under (\w+))?)/;

/** A text in which the word Settings links to the settings of models, or of spending. */
export function WithSettingsLink({ text }: { readonly text: string }) {
  const found = NAME.exec(text);
  if (!found) return <CodeWords text={text} />;
  const isSpending = found[1] === 'Spending' || /\b(?:spent|spending)\b/i.test(text);
  const path = isSpending ? '/settings/spending' : '/settings/models';
  return (
    <>
      <CodeWords text={text.slice(0, found.index)} />
      <Link to={path} className="text-accent-text underline underline-offset-2">
        {found[0]}
      </Link>
      <CodeWords text={text.slice(found.index + found[0].length)} />
    </>
  );
}
