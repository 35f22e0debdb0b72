'use client';

import { type RefObject, useLayoutEffect, useRef } from 'react';
import { reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';

const SIGN = { false: '☐', true: '☑' } as const;
const LOOK = 'relative cursor-pointer rounded-xs after:absolute after:-inset-2';

/**
 * Makes buttons of the boxes in the rendered text that stands before `behind`.
 * @param tick fails with what is said
 */
export function useTickBoxes(
  behind: RefObject<Element | null>,
  html: string,
  tick: (box: number, done: boolean) => Promise<unknown>,
): void {
  const latest = useRef(tick);
  latest.current = tick;
  /** The box that was ticked has the focus in the new text, too. */
  const ticked = useRef<number>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a text that is drawn anew has boxes without buttons
  useLayoutEffect(() => {
    const text = behind.current?.previousElementSibling;
    if (!text) return;
    for (const item of text.querySelectorAll('li.task')) draw(item);
    const boxes = [...text.querySelectorAll<HTMLElement>('[role=checkbox]')];
    if (ticked.current !== null && document.activeElement === document.body) boxes[ticked.current]?.focus();
    ticked.current = null;
    const listening = new AbortController();
    text.addEventListener('click', (event) => press(boxes, event.target), { signal: listening.signal });
    return () => listening.abort();
  }, [html]);

  async function press(boxes: readonly HTMLElement[], target: EventTarget | null) {
    const box = boxes.find((one) => one === target);
    if (!box) return;
    const done = box.ariaChecked !== 'true';
    ticked.current = boxes.indexOf(box);
    set(box, done);
    try {
      await latest.current(boxes.indexOf(box), done);
    } catch (error) {
      set(box, !done);
      showToast({
        kind: 'failure',
        text: `“${box.ariaLabel}” was not ${done ? 'ticked' : 'unticked'}. ${reasonOf(error)}`,
      });
    }
  }
}

function set(box: HTMLElement, done: boolean) {
  box.ariaChecked = `${done}`;
  box.textContent = SIGN[`${done}`];
}

function draw(item: Element) {
  const sign = item.firstChild;
  if (!(sign instanceof Text)) return;
  const words = item.cloneNode(true) as Element;
  for (const list of words.querySelectorAll('ul, ol')) list.remove();
  sign.splitText(1);
  const box = document.createElement('button');
  Object.assign(box, { type: 'button', role: 'checkbox', className: LOOK });
  box.ariaLabel = words.textContent?.slice(1).trim() ?? '';
  set(box, sign.data === SIGN.true);
  sign.replaceWith(box);
}
