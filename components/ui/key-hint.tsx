/** E.g. "Ctrl K". Hidden from screen readers, which are told keys elsewhere. */
export function KeyHint({ keys }: { keys: string }) {
  return (
    <span aria-hidden="true" className="inline-flex shrink-0">
      <Kbd>{keys}</Kbd>
    </span>
  );
}

/** Read out like any text; for help pages and sentences. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="rounded-xs border border-border bg-canvas px-1 font-sans text-2xs font-medium whitespace-nowrap text-text-3">
      {children}
    </kbd>
  );
}
