import { expect, test } from 'vitest';

import { languageOf } from './language.ts';

test.each([
  ['en', 'Pumping was the first use of coal that anybody had known of before the engine.'],
  ['de', 'Pumpen war die erste Verwendung der Kohle, die irgendjemand vor der Maschine gekannt hatte.'],
  ['fr', 'La consommation de charbon augmente quand son usage devient plus économique et plus répandu.'],
  ['ja', '石炭の最初の用途'],
  ['ru', 'Чёрный кофе бодрит, потому что кофеин блокирует аденозиновые рецепторы.'],
  ['de', 'Der Kaffee ist für die Katze nicht gut'],
])('the language is %s', (language, text) => {
  expect(languageOf(text)).toBe(language);
});

test('a few words in Latin letters have no language, nor has a text without letters', () => {
  for (const text of ['Buy milk', 'energy vs efficiency', '', '12 × 34 = 408', '🙂'])
    expect(languageOf(text)).toBeNull();
});
