import { ChevronLeft, ChevronRight } from 'lucide-react';
import { PageHeader } from '@/components/page/page-header';
import { type Search, textOf } from '@/components/page/search-params';
import { Link } from '@/components/ui/link';
import { cn } from '@/lib/class-names';
import { DomainError, notFound } from '@/lib/errors';
import { orgPage } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { SETTINGS_SECTIONS } from './sections';

type Props = { params: Promise<{ orgKey: string }>; searchParams: Promise<Search> };

/** On a phone first the list of sections, then the section. */
export default async function SettingsPage({ params, searchParams }: Props) {
  const { orgKey } = await params;
  const hrefTo = await organisationLinks(orgKey);
  const search = await searchParams;
  const asked = textOf(search, 'section');
  const { sections, current, body } = await orgPage(orgKey, 'settings.view', async (ctx) => {
    const sections = SETTINGS_SECTIONS.filter(({ may }) => may(ctx.actor.role));
    const current = SETTINGS_SECTIONS.find(({ id }) => id === (asked || SETTINGS_SECTIONS[0]?.id));
    if (!current) throw notFound('This section');
    if (!sections.includes(current)) throw new DomainError('forbidden', 'Your role cannot see this section.');
    return { sections, current, body: await current.show(ctx, search) };
  });
  const path = hrefTo('settings');
  return (
    <>
      <PageHeader title="Settings" tabTitle={`${current.label} · Settings`} />
      <div
        className={cn(
          'grid gap-6',
          current.wide ? 'md:grid-cols-[180px_minmax(0,1080px)]' : 'md:grid-cols-[180px_minmax(0,720px)]',
        )}
      >
        <nav aria-label="Settings" className={cn(asked && 'max-md:hidden')}>
          <ul className="flex flex-col gap-0.5 max-md:overflow-hidden max-md:rounded-lg max-md:border max-md:border-border max-md:bg-surface md:sticky md:top-[72px]">
            {sections.map(({ id, label }) => (
              <li key={id} className="max-md:border-b max-md:border-border max-md:last:border-b-0">
                <Link
                  href={`${path}?section=${id}`}
                  prefetch={false}
                  aria-current={id === current.id ? 'page' : undefined}
                  className={cn(
                    'flex min-h-[34px] items-center justify-between rounded-md px-2.5 text-base font-medium hover:bg-hover hover:text-text focus-visible:-outline-offset-2 max-md:min-h-11 max-md:rounded-none max-md:px-4 pointer-coarse:min-h-11',
                    id === current.id ? 'text-text-2 md:bg-selected md:text-text' : 'text-text-2',
                  )}
                >
                  {label}
                  <ChevronRight className="text-text-3 md:hidden" aria-hidden="true" />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={cn('flex min-w-0 flex-col gap-4', !asked && 'max-md:hidden')}>
          <Link
            href={path}
            prefetch={false}
            className="flex min-h-11 w-fit items-center gap-1 rounded-md pr-2 text-base font-medium text-accent-text hover:bg-hover md:hidden"
          >
            <ChevronLeft aria-hidden="true" />
            All settings
          </Link>
          {body}
        </div>
      </div>
    </>
  );
}
