/** By a link: the page around the frame follows it. */
export function openPage(href: string): void {
  const link = Object.assign(document.createElement('a'), { href });
  document.body.append(link);
  link.click();
  link.remove();
}
