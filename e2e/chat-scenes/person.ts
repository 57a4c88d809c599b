import path from 'node:path';

import { type BrowserContext, expect, type Page } from '@playwright/test';

import { plainOf } from '#modes/terminal/chat/domain/likeness.ts';

import { installPageChat, type ShownChat } from '../../fixtures/claude/chat/page-chat.ts';
import { expectedLines, shownLines } from '../../fixtures/claude/chat/shown-lines.ts';
import { transcriptBlocks } from '../../fixtures/claude/chat/transcript-lines.ts';
import { pressUntil } from '../../fixtures/claude/press-until.ts';
import { attachWindow, type AttachedWindow } from '../../fixtures/terminal/attached-window.ts';
import type { ViewerScreen } from '../../fixtures/terminal/viewer-screen.ts';
import type { Stage } from './stage.ts';

const HEIGHT = 900;
/** Approximate width of a cell of the terminal, in pixels. */
const CELL = 8.4;
/** Number of characters at the end of the last words that the terminal's screen must show. */
const LAST_WORDS = 24;

interface Arrival {
  readonly stage: Stage;
  readonly page: Page;
  readonly columns: number;
}

/** A person who uses one session of the real CLI in the page. The terminal has a fixed number of columns. */
export class Person {
  readonly stage: Stage;
  page: Page;
  readonly session: string;
  readonly folder: string;
  readonly columns: number;
  readonly #context: BrowserContext;
  #window: AttachedWindow | null = null;

  constructor({ stage, page, columns }: Arrival, { session, folder }: { session: string; folder: string }) {
    this.stage = stage;
    this.page = page;
    this.#context = page.context();
    this.columns = columns;
    this.session = session;
    this.folder = folder;
  }

  static async arrive(arrival: Arrival): Promise<Person> {
    const { stage, page, columns } = arrival;
    await page.context().addInitScript(installPageChat);
    await page.setViewportSize({ width: widthFor(columns), height: HEIGHT });
    await stage.warren.signIn(page);
    const folder = stage.folder();
    const { session } = await stage.warren.api<{ session: string }>('POST', '/api/terminals', {
      folder,
      billsKey: true,
    });
    const person = new Person(arrival, { session, folder });
    await person.watch();
    await person.open();
    await person.widens(columns);
    await person.screenShows(fieldOf(columns));
    await page.keyboard.press('F2');
    await expect(person.composer).toBeFocused();
    return person;
  }

  get chat() {
    return this.page.getByRole('log', { name: 'Chat with Claude Code' });
  }
  get composer() {
    const named = { name: 'Message Claude Code' };
    // The field is a combobox while it offers commands.
    return this.page.getByRole('textbox', named).or(this.page.getByRole('combobox', named));
  }
  get terminal() {
    return this.page.locator('.xterm-rows');
  }
  get prompts() {
    return this.page.locator('[data-permission]');
  }

  /** Opens a second window on the terminal, outside the page. */
  async watch(): Promise<void> {
    await this.#window?.close();
    this.#window = await attachWindow(this.stage.warren.server, this.session);
  }

  async open(): Promise<void> {
    await this.page.goto(`${this.stage.warren.server.url}/session/${this.session}`);
    await expect(this.terminal).toContainText('❯');
  }

  /** Resizes the window until the terminal has this number of columns. */
  async widens(columns: number): Promise<void> {
    const has = () => this.#window?.screen.emulator.terminal.cols ?? 0;
    await expect(async () => {
      const missing = columns - has();
      const { width = 0 } = this.page.viewportSize() ?? {};
      if (missing !== 0) await this.page.setViewportSize({ width: width + Math.round(missing * CELL), height: HEIGHT });
      await expect.poll(has, { timeout: 1_000 }).toBe(columns);
    }).toPass();
  }

  /** Writes in the chat, and waits until Claude Code has it. */
  async says(words: string): Promise<void> {
    await this.composer.fill(words);
    await this.composer.press('Enter');
    await expect(this.composer).toHaveValue('');
    await expect(this.page.locator('[data-input]')).toHaveText([]);
  }

  /** Types in the terminal like a person: Claude Code takes an immediate Enter for a part of a paste. */
  async types(words: string): Promise<void> {
    await this.inTerminal(async () => {
      await this.page.keyboard.type(words);
      await expect(this.terminal).toContainText(words);
      await this.page.keyboard.press('Enter');
    });
  }

  /** Acts in the terminal, and returns to the chat. */
  async inTerminal(act: () => Promise<void>): Promise<void> {
    await this.page.keyboard.press('F2');
    await expect(this.composer).toBeHidden();
    await act();
    await this.page.keyboard.press('F2');
    await expect(this.composer).toBeFocused();
  }

  async hears(words: string | RegExp): Promise<void> {
    await expect(this.chat).toContainText(words);
  }

  /** Waits for these words and the end of the turn. */
  async hearsLast(words: string): Promise<void> {
    await this.hears(words);
    await this.rests();
  }

  async rests(): Promise<void> {
    await expect(this.page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0);
  }

  async screenShows(words: string | RegExp): Promise<void> {
    const shown = () => this.#window?.screen.text;
    await expect.poll(shown).toMatch(words);
  }

  /** Presses a key of a dialog in the terminal until its screen shows something. */
  async presses(key: string, words: RegExp): Promise<void> {
    const screen = () => this.#window?.screen.text ?? '';
    await pressUntil(
      {
        get text() {
          return screen();
        },
        type: (text) => void this.page.keyboard.press(text),
      },
      key,
      words,
    );
  }

  async startsAgain(): Promise<void> {
    await this.page.getByRole('button', { name: 'Start again' }).click();
    await expect(this.page.getByRole('button', { name: 'Start again' })).toHaveCount(0);
    await this.watch();
    await this.screenShows(/^❯\s*$/mu);
  }

  async closesPage(): Promise<void> {
    await this.page.close();
  }

  async returns(): Promise<void> {
    const viewport = this.page.viewportSize();
    this.page = await this.#context.newPage();
    if (viewport) await this.page.setViewportSize(viewport);
    await this.open();
  }

  async reads(): Promise<ShownChat> {
    return this.page.evaluate(() => window.pageChat.read());
  }

  async reloads(): Promise<void> {
    await this.page.reload();
    await expect(this.composer).toBeVisible();
  }

  /** Asserts that both views are right: the chat equals the transcript, block for block. */
  async agrees(): Promise<void> {
    await expect
      .poll(async () => {
        const shown = await this.reads();
        const told = shownLines(shown.blocks).join('\n');
        const written = expectedLines(this.#transcript()).join('\n');
        if (told !== written) return `${told}\n\n=== but the transcript:\n${written}`;
        if (shown.differing > 0) return `${shown.differing} messages are said to differ from the transcript`;
        return shown.waiting.length === 0 ? 'the same' : `It still shows: ${shown.waiting.join('\n')}`;
      })
      .toBe('the same');
    await this.inTerminal(() => this.#terminalAgrees());
  }

  async leave(): Promise<void> {
    await this.#window?.close();
    await this.stage.warren.api('POST', `/api/terminals/${this.session}/stop`, {}).catch(() => undefined);
  }

  #transcript() {
    const name = this.folder.replaceAll(/[^\p{L}\p{N}]/gu, '-');
    return transcriptBlocks(path.join(this.stage.home, '.claude', 'projects', name));
  }

  /** Asserts that the page shows the rows of another emulator, including the last words of the answer. */
  async #terminalAgrees(): Promise<void> {
    await expect
      .poll(async () => {
        const shown = (await this.terminal.locator('> div').allTextContents()).map(bare).join('\n');
        const own = this.#rows().map(bare).join('\n');
        return shown === own ? 'the same' : `${shown}\n\n=== but another emulator:\n${own}`;
      })
      .toBe('the same');
    const last = plainOf(this.#transcript().findLast(({ kind }) => kind === 'assistant')?.text ?? '');
    expect(plainOf(this.#rows().join('\n'))).toContain(last.slice(-LAST_WORDS));
  }

  #rows(): readonly string[] {
    return this.#window ? rowsOf(this.#window.screen) : [];
  }
}

const widthFor = (columns: number) => Math.ceil(columns * CELL) + (columns > 80 ? 250 : 40);

/** The empty field of Claude Code below a full-width rule, so the screen is painted for this width. */
const fieldOf = (columns: number) => new RegExp(`^─{${columns}}\\s*\\n❯`, 'mu');
const bare = (row: string) => row.replaceAll('\u00A0', ' ').trimEnd();

/** The visible rows. */
function rowsOf({ emulator }: ViewerScreen): readonly string[] {
  const { buffer, rows } = emulator.terminal;
  const top = buffer.active.baseY;
  return Array.from({ length: rows }, (_, row) => buffer.active.getLine(top + row)?.translateToString(true) ?? '');
}
