/** `vendor` comes from configuration (`env.vendor`). */
export function FooterCredit({ vendor }: { vendor: { name: string; url: string } }) {
  return (
    <p className="text-xs text-text-3">
      Made by{' '}
      <a
        dir="auto"
        href={vendor.url}
        rel="noopener"
        className="inline-block min-h-6 content-center text-text-2 underline underline-offset-2 hover:text-text"
      >
        {vendor.name}
      </a>
    </p>
  );
}
