/**
 * Run in the page. Marks every element that shows text of its own with the way in which that text meets its ground: all
 * that its contrast follows from. Elements with equal marks have equal contrast, whatever the theme and the screen.
 * @returns the marks
 */
export function markWaysOfText(mark: string): string[] {
  const ways: string[] = [];
  const layers = new Map<Element, string>();
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    element.removeAttribute(mark);
    if (!showsText(element) || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (isCutAway(element)) continue;
    const way = `${inkOf(element)} on ${groundOf(element)}${linkIn(element)}${exceptionFor(element)}`;
    element.setAttribute(mark, way);
    ways.push(way);
  }
  return ways;

  function showsText(element: HTMLElement): boolean {
    if (element.matches('input, textarea, select')) return true;
    return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  }

  function inkOf(element: Element): string {
    const { color, fontSize, fontWeight, textShadow, webkitTextStroke } = getComputedStyle(element);
    return [color, fontSize, fontWeight, textShadow, webkitTextStroke].join(' ');
  }

  /** Backgrounds from the element down to the first that lets nothing through, and what lies over the text. */
  function groundOf(element: Element): string {
    const { left, top, width, height } = element.getBoundingClientRect();
    const stack = document.elementsFromPoint(left + width / 2, top + height / 2);
    const foreign = stack.filter((one) => !one.contains(element) && !element.contains(one));
    return [layersUnder(element), ...foreign.map((one) => `by ${getComputedStyle(one).backgroundColor}`)].join(' | ');
  }

  function layersUnder(element: Element): string {
    const known = layers.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element);
    const parts = [[backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join(' ')];
    for (const part of ['::before', '::after']) {
      const { content, backgroundColor: colour, backgroundImage: image, position } = getComputedStyle(element, part);
      if (content !== 'none' && position !== 'static') parts.push([part, colour, image].join(' '));
    }
    const isGround = opacity === '1' && backgroundImage === 'none' && /^rgb\(/.test(backgroundColor);
    if (!isGround && element.parentElement) parts.push(layersUnder(element.parentElement));
    const found = parts.join(' | ');
    layers.set(element, found);
    return found;
  }

  /** What only screen readers get has no contrast: axe passes over it. */
  function isCutAway(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect();
    return (width < 2 || height < 2) && getComputedStyle(element).display !== 'contents';
  }

  /** What is switched off may be faint. */
  function exceptionFor(element: Element): string {
    const off = element.closest(':disabled, [aria-disabled=true], [aria-hidden=true], [inert]');
    const labelled = element.closest('label')?.control?.matches(':disabled');
    return off || labelled ? ', off' : '';
  }

  /** A link is told from the text around it by its colour or by a line. */
  function linkIn(element: Element): string {
    const link = element.closest('a');
    if (!link?.parentElement) return '';
    const { color, textDecorationLine, borderBottomWidth, fontWeight, display } = getComputedStyle(link);
    const around = inkOf(link.parentElement);
    return ` in a link ${[color, textDecorationLine, borderBottomWidth, fontWeight, display].join(' ')} in ${around}`;
  }
}

/** Run in the page: leaves one mark of each way that is `asked` for, with its place in that list. */
export function keepMarks({ mark, asked }: { mark: string; asked: string[] }): void {
  const wanted = new Map(asked.map((way, at) => [way, at]));
  for (const element of document.querySelectorAll(`[${mark}]`)) {
    const way = element.getAttribute(mark) ?? '';
    const at = wanted.get(way);
    wanted.delete(way);
    if (at === undefined) element.removeAttribute(mark);
    else element.setAttribute(mark, String(at));
  }
}
