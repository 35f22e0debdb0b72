/**
 * For the `ref` of a bar at the lower edge: as long as it is there, what floats above the page stands above it, by
 * `--above-bars`.
 */
export function aboveBars(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--above-bars', `${bar.offsetHeight + 12}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--above-bars');
  };
}
