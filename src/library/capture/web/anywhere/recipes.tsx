const STEPS = [
  'In Shortcuts, make a new shortcut. In its details, turn on “Show in Share Sheet”, and let it receive URLs, text, images and files.',
  'Add the action “Get Contents of URL”, with the address below.',
  'Open its details. Method: POST. Headers: add Authorization, with the value “Bearer ” and your token.',
  'Request Body: Form. Add a field “files” of the kind File, and choose “Shortcut Input”. For links and text, add a field “text” of the kind Text instead.',
  'Add “Show Notification”, so that you see that it was kept.',
];

/** How to capture with curl, and with Shortcuts on iPhone and iPad. */
export function Recipes() {
  const address = `${location.origin}/api/library/capture`;
  const command = `curl ${address} -H "Authorization: Bearer TOKEN" -F text="A thought" -F files=@photo.jpg`;
  return (
    <div className="flex flex-col gap-2">
      <details>
        <summary className="cursor-pointer py-1.5">With curl</summary>
        {/* A scrollable line must be reachable by the keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre tabIndex={0} className="mt-2 overflow-x-auto rounded-small bg-sunken px-3 py-2 font-mono text-sm">
          {command}
        </pre>
        <p className="mt-1 text-sm text-ink-faint">
          Fields: text, url, title, and any number of files. Leave out what you do not have.
        </p>
      </details>
      <details>
        <summary className="cursor-pointer py-1.5">With Shortcuts on an iPhone or iPad</summary>
        <ol className="mt-2 ml-5 flex max-w-[62ch] list-decimal flex-col gap-1 text-ink-soft">
          {STEPS.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className="mt-2 font-mono text-sm [overflow-wrap:anywhere]">{address}</p>
      </details>
    </div>
  );
}
