/** A block as it will be written: one that nobody touched knows its place in the text before, and what stood after it. */
export type Piece = { text: string; kept?: { index: number; gap: string } };

/** The text of the blocks: what nobody touched is as it was written, with what stood between. `count`: blocks there were. */
export function assembled(lead: string, pieces: readonly Piece[], count: number): string {
  const filled = pieces.filter(({ text }) => text !== '');
  const [first] = filled;
  const before = !first || first.kept?.index === 0 ? lead : lead.trim() && `${lead.trim()}\n\n`;
  return filled.reduce((text, { text: own, kept }, at) => {
    const next = filled[at + 1];
    if (kept && (next ? next.kept?.index === kept.index + 1 : kept.index === count - 1)) return text + own + kept.gap;
    // Definitions of links stand in a gap.
    const definitions = kept?.gap.trim() ? `\n\n${kept.gap.trim()}` : '';
    return text + own + definitions + (next ? '\n\n' : '');
  }, before);
}
