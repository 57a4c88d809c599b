import type { Page } from '@playwright/test';

/**
 * Milliseconds from a click to the painted frame that shows a message. Measured in the page, from the click event to
 * the first task after that frame.
 */
export async function clickUntilShown(page: Page, button: string, messageId: string): Promise<number> {
  await page.evaluate(
    ([wanted]) => {
      const timed = window as unknown as { shown?: Promise<number> };
      timed.shown = new Promise((resolve) => {
        let clicked = 0;
        addEventListener('click', () => (clicked = performance.now()), { capture: true, once: true });
        function isShown(): boolean {
          const box = document.querySelector(`[data-message-id="${wanted}"]`)?.getBoundingClientRect();
          return (
            box !== undefined && box.height > 0 && box.bottom > 0 && box.top < innerHeight && box.bottom <= innerHeight
          );
        }
        function look(): void {
          requestAnimationFrame(() => {
            if (clicked === 0 || !isShown()) {
              look();
              return;
            }
            // This frame paints the current content; the next task runs right after it.
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener('message', () => resolve(performance.now() - clicked));
            port1.start();
            port2.postMessage(null);
          });
        }
        look();
      });
    },
    [messageId],
  );
  await page.getByRole('button', { name: button }).first().click();
  return page.evaluate(() => (window as unknown as { shown: Promise<number> }).shown);
}
