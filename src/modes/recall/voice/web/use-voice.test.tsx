// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import type { Recognition } from './browser-speech.ts';
import { useDictation } from './use-voice.tsx';

/** A stand-in for the browser's recogniser that a test controls. */
class Heard implements Recognition {
  lang = '';
  continuous = false;
  interimResults = false;
  onresult: Recognition['onresult'] = null;
  onerror: Recognition['onerror'] = null;
  onend: Recognition['onend'] = null;
  constructor() {
    opened.push(this);
  }
  start() {}
  stop() {}
  abort() {}
}

let opened: Heard[] = [];
let texts: string[] = [];

beforeEach(() => {
  opened = [];
  texts = [];
  vi.stubGlobal('SpeechRecognition', Heard);
});
const listen = () =>
  renderHook(() => useDictation({ language: () => 'en-US', onStart: () => {}, onText: (text) => texts.push(text) }));

test('dictated text is delivered once, however often the browser reports the end', () => {
  const { result } = listen();
  act(() => result.current.start());
  act(() => opened[0]?.onresult?.({ results: [[{ transcript: 'caffeine blocks' }], [{ transcript: 'receptors' }]] }));
  expect(result.current.heard).toBe('caffeine blocks receptors');
  act(() => {
    result.current.stop();
    result.current.stop();
    opened[0]?.onend?.();
    opened[0]?.onend?.();
  });
  expect(texts).toEqual(['caffeine blocks receptors']);
  expect(result.current.isListening).toBe(false);
});

test('a late end does not stop a newer recording', () => {
  const { result } = listen();
  act(() => result.current.start());
  act(() => opened[0]?.onend?.());
  act(() => result.current.start());
  act(() => opened[0]?.onend?.());
  expect(opened).toHaveLength(2);
  expect(result.current.isListening).toBe(true);
  expect(texts).toEqual([]);
});
