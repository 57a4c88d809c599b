/**
 * Says why a feature does not work on a page over http. `what`: the feature that browsers allow only at secure
 * addresses.
 */
export const NeedsHttps = ({ what }: { readonly what: string }) => (
  <p className="max-w-[62ch] text-ink-soft">
    Browsers {what} addresses with https alone, and this one is <code className="break-all">{location.origin}</code>. In
    Warren’s folder, docs/operating.md says how to put it behind https.
  </p>
);
