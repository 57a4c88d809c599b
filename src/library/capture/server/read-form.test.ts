import { expect, test } from 'vitest';

import { readForm } from './read-form.ts';

async function sent(form: FormData): Promise<[Uint8Array, string]> {
  const response = new Response(form);
  return [new Uint8Array(await response.arrayBuffer()), response.headers.get('content-type') ?? ''];
}

test('fields and files of a form are read unchanged', async () => {
  const form = new FormData();
  form.append('text', 'größer\r\n--als\r\n');
  form.append('empty', '');
  form.append(
    'files',
    new File([Uint8Array.from([13, 10, 45, 45, 0, 255])], 'a "b" größe.jpg', { type: 'image/jpeg' }),
  );
  const parts = readForm(...(await sent(form)));
  expect(parts.map(({ bytes, ...part }) => ({ ...part, bytes: [...bytes] }))).toEqual([
    { name: 'text', fileName: null, mediaType: '', bytes: [...new TextEncoder().encode('größer\r\n--als\r\n')] },
    { name: 'empty', fileName: null, mediaType: '', bytes: [] },
    { name: 'files', fileName: 'a "b" größe.jpg', mediaType: 'image/jpeg', bytes: [13, 10, 45, 45, 0, 255] },
  ]);
});

test('a form that is cut off, has no boundary or has too many parts is rejected', async () => {
  const form = new FormData();
  form.append('text', 'a thought');
  const [bytes, type] = await sent(form);
  expect(() => readForm(bytes.subarray(0, -30), type)).toThrow('could not be read');
  expect(() => readForm(bytes, 'multipart/form-data')).toThrow('could not be read');
  expect(() => readForm(new TextEncoder().encode('--a\r\n'.repeat(1_000)), 'multipart/form-data; boundary=a')).toThrow(
    'could not be read',
  );
  for (let part = 0; part < 100; part += 1) form.append(`x${part}`, 'y');
  const [many, manyType] = await sent(form);
  expect(() => readForm(many, manyType)).toThrow('at most 100');
});
