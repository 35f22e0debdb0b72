import { Link } from '@/components/ui/link';
import { isolated } from '@/lib/bidi';
import { cn } from '@/lib/class-names';

export type LinkTab = {
  href: string;
  label: string;
  current: boolean;
  count?: number;
  /** Lets a key find it. */
  view?: string;
};

export function LinkTabs({ label, tabs, fill }: { label: string; tabs: readonly LinkTab[]; fill?: boolean }) {
  return (
    <nav aria-label={label} className="overflow-x-auto overflow-y-hidden border-b border-border">
      <ul className="flex gap-1">
        {tabs.map((tab) => (
          <li key={tab.href} className={cn(fill && 'flex-1')}>
            <Link
              href={tab.href}
              data-view={tab.view}
              aria-current={tab.current ? 'page' : undefined}
              className={cn(
                '-mb-px flex min-h-9 items-center justify-center gap-1.5 rounded-t-sm border-b-2 px-3 text-base font-medium whitespace-nowrap focus-visible:-outline-offset-2 pointer-coarse:min-h-11',
                tab.current
                  ? 'border-accent text-accent-text'
                  : 'border-transparent text-text-2 hover:bg-hover hover:text-text',
              )}
            >
              {isolated(tab.label)}
              {tab.count ? <span className="text-xs text-text-3 tabular-nums">{tab.count}</span> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
