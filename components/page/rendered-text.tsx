/** `html`: only Markdown rendered by the server, which escapes HTML and lets only safe links through. */
export function RenderedText({ html }: { html: string }) {
  return (
    <div
      className="rendered"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by lib/markdown/markdown, which lets no HTML through
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
