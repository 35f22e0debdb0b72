/** `html`: only Markdown rendered by the server, which escapes HTML and lets only safe links through. */
export function RenderedText({ html }: { html: string }) {
  return (
    <div
      className="max-w-[72ch] text-read break-words [&_a]:text-accent-text [&_a]:underline [&_blockquote]:border-l-2 [&_blockquote]:border-border-strong [&_blockquote]:pl-3 [&_blockquote]:text-text-2 [&_code]:rounded-xs [&_code]:bg-hover [&_code]:px-1 [&_code]:font-mono [&_code]:text-sm [&_h1]:text-lg [&_h1]:font-semibold [&_h2]:text-lg [&_h2]:font-semibold [&_h3]:font-semibold [&_hr]:border-border [&_li]:my-0.5 [&_ol]:list-decimal [&_ol]:pl-6 [&_pre]:overflow-x-auto [&_pre]:rounded-sm [&_pre]:bg-hover [&_pre]:p-3 [&_pre_code]:p-0 [&_td]:border [&_td]:border-border [&_td]:px-2 [&_th]:border [&_th]:border-border [&_th]:px-2 [&_ul]:list-disc [&_ul]:pl-6 [&>*+*]:mt-3"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by lib/markdown/markdown, which lets no HTML through
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
