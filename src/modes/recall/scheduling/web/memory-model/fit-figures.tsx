import type { FitFigures } from '../../protocol.ts';

const figure = (value: number | null) => (value === null ? '–' : value.toFixed(4));

/** Predictions before and after, on reviews the fit had not seen. */
export function FitFiguresTable({ figures }: { readonly figures: FitFigures }) {
  const { before, after, measuredOn, fittedTo } = figures;
  const rows = [
    { name: 'Log loss', help: 'how surprising what came was; less is better', of: 'logLoss' },
    { name: 'RMSE (bins)', help: 'how far chances were off over like reviews; less is better', of: 'rmseBins' },
    { name: 'AUC', help: 'how well known and forgotten were told apart; more is better', of: 'auc' },
  ] as const;
  return (
    <table className="mt-3 w-full text-sm">
      <caption className="mb-2 text-left text-ink-soft">
        {`Fitted to your earlier ${fittedTo.toLocaleString('en-GB')} reviews and measured on the ${measuredOn.toLocaleString('en-GB')} after them:`}
      </caption>
      <thead>
        <tr className="border-b border-line text-left text-ink-faint">
          <th scope="col" className="py-1 font-normal">
            <span className="sr-only">Figure</span>
          </th>
          <th scope="col" className="py-1 pl-4 text-right font-normal">
            before
          </th>
          <th scope="col" className="py-1 pl-4 text-right font-normal">
            fitted
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, help, of }) => (
          <tr key={of} className="border-b border-line align-baseline">
            <th scope="row" className="py-1.5 text-left font-normal">
              {name} <span className="block text-ink-faint">{help}</span>
            </th>
            <td className="py-1.5 pl-4 text-right tabular-nums">{figure(before[of])}</td>
            <td className="py-1.5 pl-4 text-right tabular-nums">{figure(after[of])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
