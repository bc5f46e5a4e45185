import { expect, type Locator, type Page } from '@playwright/test';

/** The notification center. VS Code shows no toasts in a window that is automated. */
export class Notifications {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Waits for exactly one notification with this text. */
  async single(text: string | RegExp): Promise<Locator> {
    const notification = await this.shown(text);
    // While a notification moves down, VS Code renders it twice for a moment.
    await expect(notification).toHaveCount(1);
    return notification;
  }

  /**
   * Waits for notifications with this text. Opens the center only for a new notification: if VS
   * Code opens an empty center, closes it, and opens it again, it renders each notification twice.
   */
  async shown(text: string | RegExp): Promise<Locator> {
    const notification = this.#page
      .locator('.notifications-center .notification-list-item')
      .filter({ hasText: text });
    const newBell = this.#page.locator('.part.statusbar .codicon-bell-dot');
    // The center closes with its last notification, so it may have to be opened again.
    const either = notification.or(newBell).first();
    await expect(either).toBeVisible({ timeout: 30_000 });
    while (!(await notification.first().isVisible())) {
      await newBell.click();
      // A second click would close the center.
      await expect(newBell).toBeHidden();
      // The hover of the bell would cover the buttons.
      await this.#page.mouse.move(0, 0);
      await expect(either).toBeVisible({ timeout: 30_000 });
    }
    return notification;
  }
}
