import { expect, type Locator, type Page } from '@playwright/test';

/**
 * VS Code's quick input: the Command Palette, pickers, and input boxes. Its methods send keys to
 * the input box, because another part of the window may have taken the focus.
 */
export class QuickInput {
  readonly widget: Locator;
  readonly title: Locator;
  readonly box: Locator;
  readonly rows: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.widget = page.locator('.quick-input-widget');
    this.title = this.widget.locator('.quick-input-title');
    this.box = this.widget.locator('.quick-input-box input');
    this.rows = this.widget.locator('.monaco-list-row');
  }

  /**
   * Moves the focus to a row with arrow keys. Rows that appear late would move the row away from
   * the mouse.
   */
  async focusRow(row: Locator): Promise<void> {
    await expect(row).toBeVisible();
    await pressUntilFocused(row, this.rows, () => this.box.press('ArrowDown'));
  }

  /**
   * Selects a row with the keyboard, and waits until the picker closes or asks the next question.
   */
  async acceptRow(row: Locator): Promise<void> {
    await this.#respond(async () => {
      await this.focusRow(row);
      await this.box.press('Enter');
    });
  }

  /** Selects a row with the mouse. */
  async clickRow(row: Locator): Promise<void> {
    await this.#respond(() => row.click());
  }

  /** Presses Enter, and waits until the input closes or asks the next question. */
  async accept(): Promise<void> {
    await this.#respond(() => this.box.press('Enter'));
  }

  /** Closes the input with Escape. */
  async cancel(): Promise<void> {
    // If the notification center is open, Escape closes only the center.
    const notificationCenter = this.#page.locator('.notifications-center');
    if (await notificationCenter.isVisible()) {
      await this.#page.keyboard.press('Escape');
      await expect(notificationCenter).toBeHidden();
    }
    await this.#respond(() => this.box.press('Escape'));
  }

  async #respond(act: () => Promise<void>): Promise<void> {
    // A picker with several steps hides between two questions.
    let before: string | null = null;
    await expect.poll(async () => (before = await this.#question())).not.toBeNull();
    await expect(this.widget.locator('.monaco-progress-container.active')).toHaveCount(0);
    await act();
    await expect.poll(() => this.#question(), { intervals: [20, 50, 100, 250] }).not.toBe(before);
  }

  /**
   * Identifies the current question by its title and placeholder. Returns null if the quick input
   * is hidden.
   */
  async #question(): Promise<string | null> {
    const texts = await this.widget.evaluateAll((widgets) => {
      const widget = widgets.find((each) => each.getClientRects().length > 0);
      return (
        widget && [
          widget.querySelector('.quick-input-title')?.textContent,
          widget.querySelector('.quick-input-box input')?.getAttribute('placeholder'),
        ]
      );
    });
    return texts === undefined ? null : JSON.stringify(texts);
  }
}

/** Moves the focus down through a list until the wanted element has it. */
export async function pressUntilFocused(
  wanted: Locator,
  all: Locator,
  goDown: () => Promise<void>,
): Promise<void> {
  const focused = () =>
    all.evaluateAll((each) => {
      const at = each.findIndex(({ classList }) => classList.contains('focused'));
      return each[at]?.getAttribute('data-index') ?? at;
    });
  const isFocused = () => wanted.evaluate(({ classList }) => classList.contains('focused'));
  for (let steps = 0; steps < 60 && !(await isFocused()); steps++) {
    const before = await focused();
    await goDown();
    // If a late filter removes all other rows, the wanted row has the focus at the same index.
    await expect
      .poll(async () => (await isFocused()) || (await focused()) !== before, {
        intervals: [10, 20, 50, 100],
      })
      .toBe(true);
  }
  await expect(wanted).toHaveClass(/\bfocused\b/);
}
