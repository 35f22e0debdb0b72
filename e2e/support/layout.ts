import type { Page } from '@playwright/test';

export type Table = {
  path: string;
  /** The text of a row that says what it is. */
  title: string;
  /** The rows. */
  row: string;
  /** What the title has at least, in px, unless all of it needs less. */
  least: number;
};

/**
 * What is wrong with the layout of a table as it stands in the window: a title that is cut below what it must have, texts
 * of one row that lie over one another, a page that scrolls sideways.
 */
export function layoutFaults(page: Page, table: Table): Promise<string[]> {
  return page.evaluate(({ title, row, least }) => {
    const faults: string[] = [];
    const rows = [...document.querySelectorAll<HTMLElement>(`main ${row}`)].filter((one) => one.offsetHeight > 0);
    if (rows.length === 0) faults.push('no rows');
    const beyond = document.documentElement.scrollWidth - window.innerWidth;
    if (beyond > 0) faults.push(`the page is ${beyond} px wider than the window`);
    for (const one of rows) {
      const name = one.querySelector<HTMLElement>(title);
      if (name) {
        const { width } = name.getBoundingClientRect();
        // To measure the text lays the whole page out anew: only where it matters.
        const needed = width + 1 < least ? textWidth(name) : 0;
        if (width + 1 < Math.min(least, needed))
          faults.push(`“${name.textContent}” has ${Math.round(width)} of ${Math.round(needed)} px`);
      }
      const boxes = textBoxes(one);
      for (const [at, first] of boxes.entries())
        for (const second of boxes.slice(at + 1))
          if (first.node !== second.node && overlap(first.box, second.box))
            faults.push(`“${first.text}” lies over “${second.text}”`);
    }
    return faults;

    /** What the text would take on one line. */
    function textWidth(element: HTMLElement): number {
      const copy = element.cloneNode(true) as HTMLElement;
      copy.style.cssText = 'position:absolute;visibility:hidden;width:max-content;max-width:none;white-space:nowrap';
      element.parentElement?.append(copy);
      const { width } = copy.getBoundingClientRect();
      copy.remove();
      return width;
    }

    /** Where texts of a row show, cut by what cuts them off. What only screen readers get is cut to nothing. */
    function textBoxes(element: HTMLElement) {
      const found: { text: string; node: Node; box: DOMRect }[] = [];
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent?.trim() ?? '';
        const parent = node.parentElement;
        if (!text || !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const rect of range.getClientRects()) {
          let box = rect;
          for (let above: Element | null = parent; above && above !== element; above = above.parentElement)
            if (getComputedStyle(above).overflow !== 'visible') box = cut(box, above.getBoundingClientRect());
          if (box.width > 1 && box.height > 1) found.push({ text, node, box });
        }
      }
      return found;
    }

    function cut(box: DOMRect, by: DOMRect): DOMRect {
      const left = Math.max(box.left, by.left);
      const top = Math.max(box.top, by.top);
      return new DOMRect(left, top, Math.min(box.right, by.right) - left, Math.min(box.bottom, by.bottom) - top);
    }

    /** Lines of one text share their leading; letters do not touch before two pixels. */
    function overlap(one: DOMRect, other: DOMRect): boolean {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      return across > 1 && down > 4;
    }
  }, table);
}
