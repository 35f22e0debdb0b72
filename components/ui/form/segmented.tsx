import { Link } from '@/components/ui/link';
import { cn } from '@/lib/class-names';

export function Segmented({
  label,
  segments,
}: {
  label: string;
  segments: readonly {
    href: string;
    label: string;
    current: boolean;
    /** Lets a key find it. */
    view?: string;
  }[];
}) {
  return (
    <nav aria-label={label} className="edge-fade-x max-w-full overflow-x-auto">
      <ul className="inline-flex rounded-md border border-border bg-sunken p-0.5">
        {segments.map((segment) => (
          <li key={segment.href}>
            <Link
              dir="auto"
              href={segment.href}
              scroll={false}
              data-view={segment.view}
              aria-current={segment.current ? 'page' : undefined}
              className={cn(
                'flex min-h-7 items-center rounded-sm px-3 text-base font-medium focus-visible:-outline-offset-2 pointer-coarse:min-h-10',
                segment.current ? 'bg-surface text-text shadow-e1 dark:bg-hover' : 'text-text-2 hover:text-text',
              )}
            >
              {segment.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
