import { expect, test } from 'vitest';

import { treeOf } from './set-tree.ts';

const set = (title: string, folder: string, due = 0) => ({ title, folder, today: { due, fresh: 1 } });

test('sets are nested by the levels of their folder, with totals of all levels below', () => {
  const tree = treeOf([set('D', 'B::C', 2), set('A', ''), set('E', 'B'), set('F', 'A')]);
  expect([tree.count, tree.ready, tree.sets.map(({ title }) => title)]).toEqual([4, 6, ['A']]);
  const [first, second] = tree.folders;
  expect([first?.name, first?.count]).toEqual(['A', 1]);
  expect(second).toMatchObject({ path: 'B', count: 2, ready: 4, sets: [{ title: 'E' }] });
  expect(second?.folders).toMatchObject([{ path: 'B::C', name: 'C', count: 1, sets: [{ title: 'D' }], folders: [] }]);
});
