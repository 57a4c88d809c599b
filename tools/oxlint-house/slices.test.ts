import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

const SOURCES = path.resolve(import.meta.dirname, '../../src');

/** A folder of `src` or of `src/modes`; undefined for files that compose slices. */
function sliceOf(file: string): string | undefined {
  const folders = file.split('/').slice(0, -1);
  return folders[0] === 'modes'
    ? folders
        .slice(0, 2)
        .join('/')
        .replace(/^modes$/u, '') || undefined
    : folders[0];
}

function targetOf(source: string, file: string): string | undefined {
  if (source.startsWith('#')) return source.slice(1);
  return source.startsWith('.') ? path.posix.join(path.posix.dirname(file), source) : undefined;
}

/** The slices that each slice imports, without tests. */
function readGraph(): ReadonlyMap<string, ReadonlySet<string>> {
  const graph = new Map<string, Set<string>>();
  for (const file of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })) {
    const slice = sliceOf(file);
    if (slice === undefined || !/\.tsx?$/u.test(file) || /\.test\.tsx?$/u.test(file)) continue;
    const imported = graph.get(slice) ?? new Set();
    graph.set(slice, imported);
    const text = readFileSync(path.join(SOURCES, file), 'utf8');
    for (const [, source = ''] of text.matchAll(/\b(?:from|import)[\s(]*'([^']+)'/gu)) {
      const target = targetOf(source, file);
      const other = target?.startsWith('..') ? undefined : target && sliceOf(target);
      if (other !== undefined && other !== slice) imported.add(other);
    }
  }
  return graph;
}

/** A cycle of slices, or null. */
function findCircle(graph: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] | null {
  const done = new Set<string>();
  function follow(slice: string, way: readonly string[]): readonly string[] | null {
    if (way.includes(slice)) return [...way.slice(way.indexOf(slice)), slice];
    if (done.has(slice)) return null;
    for (const other of graph.get(slice) ?? []) {
      const circle = follow(other, [...way, slice]);
      if (circle) return circle;
    }
    done.add(slice);
    return null;
  }
  for (const slice of graph.keys()) {
    const circle = follow(slice, []);
    if (circle) return circle;
  }
  return null;
}

test('no slices import each other in a cycle', () => {
  const graph = readGraph();
  expect(graph.get('modes/recall')).toContain('session');
  expect(findCircle(graph)).toBeNull();
});

test('a cycle is found on any path to it', () => {
  const graph = new Map([
    ['day', new Set<string>()],
    ['main', new Set(['day', 'session'])],
    ['session', new Set(['wire'])],
    ['wire', new Set(['day', 'session'])],
  ]);
  expect(findCircle(graph)).toEqual(['session', 'wire', 'session']);
});
