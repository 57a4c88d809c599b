import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

import { LOOKS } from './looks.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** Asserts that no machine-checkable rule of WCAG 2.2 AA is broken, and that nothing scrolls sideways. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // Once for each document, because parsing half a megabyte of rules takes as long as applying them.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { broken, sideways } = await page.evaluate(async (values) => {
    const { axe: rules } = globalThis as unknown as { readonly axe: typeof axe };
    // Colours are not final during an animation.
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished),
    );
    // Passed rules are only counted, because describing them takes longer than finding violations.
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

/** Checks a screen in each look, one after another, and restores the first look. */
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
