import { expectAccessible } from './accessible.ts';
import { expect, test } from './warren.ts';

/** A PNG of 2 × 2 pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEklEQVR4nGNkYPjPAAIsQJIBAAkTAQGV3XzzAAAAAElFTkSuQmCC',
  'base64',
);

test('a point has a question, formulas and images, and looks the same in its set and in a session', async ({
  page,
  warren,
}) => {
  const { id } = await warren.api<{ id: string }>('POST', '/api/recall/sets', { title: 'Derivatives' });
  await warren.open(page, `/recall/${id}`);
  await page.getByRole('button', { name: 'Paste points' }).click();
  const text = 'Q: What is the derivative of $\\sin x$?\nA: It is $\\cos x$, for __init__ and 2*3*4, at $5 and $6.';
  await page.getByRole('dialog').getByRole('textbox').fill(text);
  await expect(page.getByRole('dialog').locator('annotation')).toHaveText(['\\sin x', '\\cos x']);
  await page.getByRole('dialog').getByRole('button', { name: 'Add 1 point' }).click();

  await test.step('images are dropped into its editor, and other files are refused', async () => {
    await page.getByRole('button', { name: 'Edit point 1' }).click();
    const editor = page.getByRole('form', { name: 'Point 1' });
    const drop = (target: ReturnType<typeof editor.getByRole>, bytes: Buffer, name: string) =>
      target.evaluate(
        (element, [data, named]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([Uint8Array.from(atob(data!), (sign) => sign.charCodeAt(0))], named!));
          element.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
        },
        [bytes.toString('base64'), name],
      );
    await drop(editor.getByRole('textbox', { name: 'Point 1' }), Buffer.from('<svg/>'), 'a.png');
    await expect(editor.getByRole('alert')).toContainText('SVG images can run scripts');
    await drop(editor.getByRole('textbox', { name: 'Question, if it has one' }), PNG, 'question.txt');
    await drop(editor.getByRole('textbox', { name: 'Point 1' }), PNG, 'answer.svg');
    await expect(editor.getByRole('listitem')).toHaveCount(2);
    await expectAccessible(page, 'the editor of a point with images');
    await editor.getByRole('button', { name: 'Save' }).click();
    const answer = page.getByRole('img', { name: 'With the answer' });
    await expect(answer).toBeVisible();
    await expect.poll(() => answer.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2);
    await expect(page.getByText('for __init__ and 2*3*4, at $5 and $6.')).toBeVisible();
    await expectAccessible(page, 'a set with formulas and images');
  });

  await test.step("a session asks with the image of the question, and shows the answer's image with the point", async () => {
    await page
      .getByRole('button', { name: /^(Begin|Start)/ })
      .first()
      .click();
    const log = page.getByRole('log');
    await expect(log).toBeVisible();
    await expect(page.getByRole('img', { name: 'With the question' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'With the answer' })).toHaveCount(0);
  });
});

test('formulas of a long source are rendered wherever it is read', async ({ page, warren }) => {
  const content = Array.from({ length: 150 }, (_, index) => `The sum $a_{${index}} + b$ is known.\n\n`).join('');
  const { results } = await warren.api<{ results: { source: { id: string } }[] }>('POST', '/api/library/sources', {
    sources: [{ content }],
  });
  await warren.open(page, `/library/${results[0]?.source.id}`);
  const article = page.locator('article[aria-labelledby=source-title]');
  await expect(article.locator('.formula', { hasText: 'a_{0}' }).locator('annotation')).toHaveCount(1);
  await article.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  await article.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(article.locator('.formula', { hasText: 'a_{149}' }).locator('annotation')).toHaveCount(1);
});
