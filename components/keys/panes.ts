const PANES = 'nav, header, main, aside, [data-peek]';
const STOP = 'a[href], button:not(:disabled), input, textarea, select, [tabindex="0"]';

/** Where the focus was in a pane that was left. */
const left = new WeakMap<Element, HTMLElement>();

/** The parts of the page from left to right and up to down: a peek is one of its own, what lies in the others is not. */
const panesOf = () =>
  [...document.querySelectorAll<HTMLElement>(PANES)].filter(
    (pane) => pane.checkVisibility() && (pane.matches('[data-peek]') || !pane.parentElement?.closest(PANES)),
  );

/** Puts the focus into the next part of the page (1), or the one before (−1): where it was last, else at its beginning. */
export function toPane(step: 1 | -1): void {
  const active = document.activeElement instanceof HTMLElement ? document.activeElement : document.body;
  const panes = panesOf();
  const at = panes.findLastIndex((pane) => pane.contains(active));
  const from = panes[at];
  // A modal dialog keeps the focus.
  if (!from && active.closest('[role=dialog]')) return;
  if (from) left.set(from, active);
  const to = panes[at < 0 ? (step > 0 ? 0 : panes.length - 1) : (at + step + panes.length) % panes.length];
  if (!to) return;
  const known = left.get(to);
  const stops = [...to.querySelectorAll<HTMLElement>(STOP)];
  // The chat knows itself where the focus was in it.
  const first =
    to.querySelector<HTMLElement>('aside > [role=dialog] iframe') ?? stops.find((one) => one.checkVisibility());
  const stop = known && to.contains(known) ? known : first;
  (stop ?? to).focus();
}
