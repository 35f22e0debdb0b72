/** A bar may float a little above the foot (px). */
const NEAR_FOOT = 96;

/** How far the bars at the foot of the window (`data-foot`) reach up where `floating` stands (px). */
export function footBelow(floating: Element): number {
  const { left, right } = floating.getBoundingClientRect();
  const tops = [...document.querySelectorAll('[data-foot]')]
    .filter((bar) => bar !== floating)
    .map((bar) => bar.getBoundingClientRect())
    .filter(({ height, top, bottom }) => height > 0 && top > innerHeight / 2 && bottom > innerHeight - NEAR_FOOT)
    .filter((bar) => bar.left < right && bar.right > left)
    .map(({ top }) => innerHeight - top);
  return Math.max(0, ...tops);
}

/** Keeps `--foot` of `element`, above which styles put what floats there, at what `measure` says. */
export function followFoot(element: HTMLElement, measure: () => number): () => void {
  let frame = 0;
  const set = () => {
    frame = 0;
    const foot = `${measure()}px`;
    if (element.style.getPropertyValue('--foot') !== foot) element.style.setProperty('--foot', foot);
  };
  const soon = () => {
    frame ||= requestAnimationFrame(set);
  };
  const changes = new MutationObserver(soon);
  set();
  changes.observe(document.body, {
    childList: true,
    subtree: true,
    characterData: true,
    attributeFilter: ['style', 'class'],
  });
  addEventListener('resize', soon);
  return () => {
    changes.disconnect();
    cancelAnimationFrame(frame);
    removeEventListener('resize', soon);
  };
}
