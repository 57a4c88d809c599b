import { type FormEvent, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { TextField } from '#elements/web/text-field.tsx';
import { formText } from '#elements/web/text/form-text.ts';

import { signInWithToken, tokenOf } from './sign-in.ts';

interface SignInPageProps {
  /** The reason why the token of a link was refused. */
  readonly problem: string | null;
  readonly onSignedIn: () => void;
}

/** Signs in with a link or its token: one field, and where to find it. */
export function SignInPage({ problem: given, onSignedIn }: SignInPageProps) {
  const [problem, setProblem] = useState(given);
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const token = tokenOf(formText(event.currentTarget, 'token'));
    if (token === '') {
      setProblem('Paste the link first.');
      return;
    }
    setBusy(true);
    const refusal = await signInWithToken(token);
    setBusy(false);
    setProblem(refusal);
    if (refusal === null) onSignedIn();
  };

  return (
    <main className="mx-auto flex min-h-full max-w-[420px] flex-col justify-center px-4 py-8">
      <PageHeading title="Warren" />
      <p className="mt-1.5 mb-6 text-ink-soft">
        Open the link that you were sent, or paste it here. On the machine that runs Warren, the terminal shows one.
      </p>
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4" noValidate>
        <TextField
          label="Your link"
          name="token"
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          problem={problem ?? undefined}
          help="The whole link, or only the code at its end."
        />
        <Button type="submit" look="primary" className="self-start" disabled={isBusy}>
          Sign in
        </Button>
      </form>
    </main>
  );
}
