import { openPdf, type Pdf } from './open-pdf.ts';

/** Minimum number of shapes that count as a picture, such as letters drawn as outlines. */
const MIN_SHAPES = 30;
/** A single shape can be the background of a blank page. */
const MIN_OF_DRAWING = 2;
/** `OPS.constructPath` of pdf.js. */
const CONSTRUCT_PATH = 91;

interface Shown {
  readonly pictures: number;
  /** Number of pages without letters that have a few shapes. On pages with letters, shapes are ornaments. */
  readonly drawings: number;
}

/** Counts those of these pages that show something; the others are blank. It decodes no picture. */
export async function countPictures(
  { pdf, bytes }: { readonly pdf: Pdf; readonly bytes: Uint8Array },
  pages: readonly { readonly page: number; readonly hasLetters: boolean }[],
  onPage: (page: number) => void,
): Promise<Shown> {
  if (pages.length === 0) return { pictures: 0, drawings: 0 };
  const strict = await openPdf(bytes, { isStrict: true });
  try {
    let [pictures, drawings] = [0, 0];
    for (const { page, hasLetters } of pages) {
      onPage(page);
      const [drawn, withoutPictures] = [await drawnOn(pdf, page), await drawnOn(strict, page)];
      // A strict reader stops its list at a picture, and the other one skips it, so their lengths differ.
      const hasPicture = withoutPictures.length !== drawn.length;
      const shapes = drawn.filter((operator) => operator === CONSTRUCT_PATH).length;
      if (hasPicture || shapes >= MIN_SHAPES) pictures += 1;
      else if (!hasLetters && shapes >= MIN_OF_DRAWING) drawings += 1;
    }
    return { pictures, drawings };
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
