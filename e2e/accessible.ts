import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

import { LOOKS } from './looks.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** No rule of WCAG 2.2 AA that a program can check is broken, and nothing scrolls sideways. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // Once for each document: reading half a megabyte of rules takes as long as applying them.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { broken, sideways } = await page.evaluate(async (values) => {
    const { axe: rules } = globalThis as unknown as { readonly axe: typeof axe };
    // What is still appearing has other colours.
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished),
    );
    // What holds is only counted: to describe it takes longer than to find what does not.
    const { violations } = await rules.run({ runOnly: { type: 'tag', values }, resultTypes: ['violations'] });
    const columns = document.querySelectorAll('.scrolls, .scrolls-centred, .overflow-y-auto');
    return {
      broken: violations.map(({ id, nodes }) => `${id} ${nodes.map((node) => node.html).join(' ')}`),
      sideways: [document.documentElement, ...columns]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ tagName, className }) => `${tagName} ${className}`),
    };
  }, TAGS);
  expect(broken, what).toEqual([]);
  expect(sideways, `${what} scrolls sideways`).toEqual([]);
}

/** Looks at a screen in each look, one after the other, and leaves it as it was. */
export async function expectAccessibleInEveryLook(page: Page, what: string): Promise<void> {
  const before = page.viewportSize();
  for (const { scheme, width, height } of LOOKS) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await expectAccessible(page, `${what}, ${scheme} at ${width} px`);
  }
  if (before) await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
