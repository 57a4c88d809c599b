import { openPdf, type Pdf } from './open-pdf.ts';

/** Minimum number of shapes that count as a picture, such as letters drawn as outlines. Fewer are ornaments. */
const MIN_SHAPES = 30;
/** `OPS.constructPath` of pdf.js. */
const CONSTRUCT_PATH = 91;

/** The number of these pages that show something; the others are blank. No picture is decoded for it. */
export async function countPictures(
  { pdf, bytes }: { readonly pdf: Pdf; readonly bytes: Uint8Array },
  pages: readonly number[],
  onPage: (page: number) => void,
): Promise<number> {
  if (pages.length === 0) return 0;
  const strict = await openPdf(bytes, { isStrict: true });
  try {
    let pictures = 0;
    for (const page of pages) {
      onPage(page);
      const [drawn, withoutPictures] = [await drawnOn(pdf, page), await drawnOn(strict, page)];
      // A picture ends the list of a strict reader, and is left out by the other one.
      const hasPicture = withoutPictures.length !== drawn.length;
      if (hasPicture || drawn.filter((operator) => operator === CONSTRUCT_PATH).length >= MIN_SHAPES) pictures += 1;
    }
    return pictures;
  } finally {
    await strict.loadingTask.destroy();
  }
}

async function drawnOn(pdf: Pdf, number: number): Promise<readonly number[]> {
  try {
    const page = await pdf.getPage(number);
    const { fnArray } = await page.getOperatorList();
    page.cleanup();
    return fnArray;
  } catch {
    return [];
  }
}
