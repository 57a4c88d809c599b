import { Component, type ReactNode } from 'react';

import { Button } from '#elements/web/button.tsx';

/** Replaces a part of the page that failed. */
export function Failure() {
  return (
    <div role="alert" className="p-6">
      <h1 className="font-serif text-xl font-semibold">This part of Warren failed</h1>
      <p className="mt-1.5 mb-4 max-w-[62ch] text-ink-soft">
        What you wrote is kept. Load the page again. If it fails again, go to Today and tell the person who runs Warren.
      </p>
      <div className="flex gap-2">
        <Button look="primary" onClick={() => location.reload()}>
          Load again
        </Button>
        <Button onClick={() => location.assign('/')}>Go to Today</Button>
      </div>
    </div>
  );
}

/** Catches errors outside of any page. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <Failure /> : this.props.children;
  }
}
