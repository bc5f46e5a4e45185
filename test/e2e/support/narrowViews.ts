import { expect } from './fixtures.ts';
import type { Workbench } from './workbench.ts';

/** Drags the edge of the sidebar until the sidebar has this width in pixels. */
export async function makeSidebarWide(workbench: Workbench, width: number): Promise<void> {
  const { mouse } = workbench.page;
  const sidebar = workbench.page.locator('.part.sidebar');
  const box = await sidebar.boundingBox();
  if (box === null) throw new Error('There is no sidebar.');
  await mouse.move(box.x + box.width, box.y + 300);
  await mouse.down();
  await mouse.move(box.x + width, box.y + 300, { steps: 5 });
  await mouse.up();
  await expect
    .poll(async () => Math.abs(((await sidebar.boundingBox())?.width ?? 0) - width))
    .toBeLessThan(6);
  await mouse.move(0, 0);
}

/**
 * Waits until no text of the extension is cut off in the sidebar. Names from the service may be cut
 * off, and so may the texts after a long name.
 * @param given beginnings of the names from the service
 */
export async function expectNotCutOff(
  workbench: Workbench,
  given: readonly string[],
  where: string,
): Promise<void> {
  const texts = workbench.page.locator('.part.sidebar').locator(ownTexts);
  await expect
    .configure({ soft: true })
    .poll(
      async () =>
        (await texts.count()) === 0 ? ['nothing is shown'] : texts.evaluateAll(cutOff, given),
      { message: where, timeout: 5000 },
    )
    .toEqual([]);
}

/** The texts of headers, messages, welcome views, and rows. */
const ownTexts =
  '.pane-header .title, .pane-header .description, .message, .welcome-view-content p, .welcome-view-content .monaco-button, .label-name, .label-description';

/** Returns the texts of the extension that are cut off. */
function cutOff(elements: Element[], given: readonly string[]): string[] {
  const isGiven = (text: string) => given.some((name) => text.startsWith(name));
  /** Returns the number of characters that must be visible. */
  const lengthOfOurs = (element: Element, text: string): number => {
    if (isGiven(text)) return 0;
    // An indented row has no space for six digits. Its tooltip contains the number, too.
    if (text.startsWith('Search the other ')) return 'Search the other'.length;
    const label = element.classList.contains('label-description')
      ? (element.closest('.monaco-icon-label-container')?.querySelector('.label-name')
          ?.textContent ?? '')
      : '';
    const ours = text
      .slice(
        0,
        Math.min(
          text.length,
          ...given.map((name) => text.indexOf(name)).filter((index) => index >= 0),
        ),
      )
      .replace(/[\s·]+$/, '');
    if (!isGiven(label)) return ours.length;
    // VS Code cuts off the end of a row, so a text after a long name is not visible. After a short
    // name, the first part must be visible, except in an indented row.
    const left = (each: Element | null) => each?.getBoundingClientRect().left ?? 0;
    const isIndented =
      left(element.closest('.monaco-icon-label-container')) -
        left(element.closest('.monaco-list')) >
      40;
    return isIndented || label.length > 16
      ? 0
      : (/^(\+\d+ · )?[^·]+(?= ·|$)/.exec(ours)?.[0].length ?? 0);
  };
  return elements
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => {
      const line = element.closest('.monaco-icon-label-container');
      // In a view with the focus, VS Code's buttons replace the description.
      if (
        element.matches('.pane-header .description') &&
        (element.closest('.pane-header')?.querySelector('.actions')?.clientWidth ?? 0) > 0
      ) {
        return false;
      }
      if (line === null) {
        return (
          element.scrollWidth > element.clientWidth ||
          element.scrollHeight > element.clientHeight + 1
        );
      }
      const text = element.textContent;
      const length = lengthOfOurs(element, text);
      if (length === 0 || line.scrollWidth <= line.clientWidth) return false;
      const letters = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
      if (letters?.nodeValue !== text)
        throw new Error(`Not a single text node: ${element.outerHTML}`);
      const range = document.createRange();
      range.setStart(letters, 0);
      range.setEnd(letters, length);
      // The ellipsis covers the last letters.
      return range.getBoundingClientRect().right > line.getBoundingClientRect().right - 12;
    })
    .map((element) => element.textContent);
}
