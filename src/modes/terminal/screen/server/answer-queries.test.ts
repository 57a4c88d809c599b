import { expect, test } from 'vitest';

import { Emulator } from './emulator.ts';

async function ask(...written: readonly string[]): Promise<string> {
  const replies: string[] = [];
  const emulator = new Emulator({ cols: 80, rows: 24 }, { onReply: (reply) => replies.push(reply) });
  for (const each of written) emulator.write(new TextEncoder().encode(each));
  return replies.join('').replaceAll('\u001B', 'ESC');
}

test.each([
  ['device attributes', '\u001B[c', 'ESC[?1;2c'],
  ['the cursor', '\u001B[3;7H\u001B[6n', 'ESC[3;7R'],
  ['a mode', '\u001B[?2004$p', 'ESC[?2004;2$y'],
  ['name and version', '\u001B[>q', 'ESCP>|xterm.js(6.0.0)ESC\\'],
  ['the size in characters', '\u001B[18t', 'ESC[8;24;80t'],
  ['the size in pixels', '\u001B[14t', 'ESC[4;432;720t'],
  ['the size of a cell', '\u001B[16t', 'ESC[6;18;9t'],
  ['a colour of the palette', '\u001B]4;1;?\u0007', 'ESC]4;1;rgb:d1d1/6d6d/6d6dESC\\'],
  [
    'two colours at once',
    '\u001B]4;16;?;231;?\u0007',
    'ESC]4;16;rgb:0000/0000/0000ESC\\ESC]4;231;rgb:ffff/ffff/ffffESC\\',
  ],
  ['a colour that was set', '\u001B]4;300;#fff;7;#0f8\u0007\u001B]4;7;?\u0007', 'ESC]4;7;rgb:0000/ffff/8888ESC\\'],
  [
    'a colour that was reset',
    '\u001B]11;#010203\u0007\u001B]111\u0007\u001B]11;?\u0007',
    'ESC]11;rgb:1414/1616/1818ESC\\',
  ],
  ['foreground and background', '\u001B]10;?;?\u0007', 'ESC]10;rgb:e8e8/e4e4/d9d9ESC\\ESC]11;rgb:1414/1616/1818ESC\\'],
  ['the keyboard protocol', '\u001B[?u', 'ESC[?0u'],
  ['the keyboard protocol in use', '\u001B[>31u\u001B[?u\u001B[<u\u001B[?u', 'ESC[?1uESC[?0u'],
  [
    'the keyboard protocol of another screen',
    '\u001B[>1u\u001B[?1049h\u001B[?u\u001B[?1049l\u001B[?u',
    'ESC[?0uESC[?1u',
  ],
])('a program that asks for %s is answered once', async (_, asked, answer) => {
  expect(await ask(asked)).toBe(answer);
  expect(await ask(...asked.split(/(?=[^])/u))).toBe(answer);
});

test('other output is not answered, and neither are queries of the clipboard', async () => {
  expect(
    await ask(
      'hello\u001B]0;title\u0007\u001B]52;c;aGk=\u0007\u001B]52;c;?\u0007\u001B]52;p;?\u001B\\\u001B[1m\u001B]8;;x\u0007\u001B[22;0t',
    ),
  ).toBe('');
});
