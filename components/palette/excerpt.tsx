const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** An excerpt of a search as text: what its HTML says, never set as HTML. */
const readExcerpt = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => SIGNS[name] ?? '');

/** With its hits marked. */
export function Excerpt({ html }: { html: string }) {
  return html.split(/<\/?mark>/).map((part, at) =>
    at % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, which never change places
      <mark key={at} className="bg-transparent font-semibold text-text">
        {readExcerpt(part)}
      </mark>
    ) : (
      readExcerpt(part)
    ),
  );
}
