import { ChevronLeft } from 'lucide-react';
import { PageHeader } from '@/components/page/page-header';
import { textOf } from '@/components/page/search-params';
import { Link } from '@/components/ui/link';
import { bidi } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import { DomainError, notFound } from '@/lib/errors';
import { orgPage } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { SETTINGS_SECTIONS } from './sections';

/** Said once for all sections. */
const SECTION_LIST = cn(
  'flex flex-col gap-0.5 max-md:overflow-hidden max-md:rounded-lg max-md:border max-md:border-border max-md:bg-surface',
  'md:sticky md:top-[72px] max-md:[&_li]:border-b max-md:[&_li]:border-border max-md:[&_li:last-child]:border-b-0',
  '[&_a]:flex [&_a]:min-h-[34px] [&_a]:items-center [&_a]:justify-between [&_a]:rounded-md [&_a]:px-2.5 [&_a]:text-base',
  '[&_a]:font-medium [&_a]:text-text-2 [&_a]:hover:bg-hover [&_a]:hover:text-text [&_a]:focus-visible:-outline-offset-2',
  'max-md:[&_a]:min-h-11 max-md:[&_a]:rounded-none max-md:[&_a]:px-4 pointer-coarse:[&_a]:min-h-11',
  'md:[&_a[aria-current]]:bg-selected md:[&_a[aria-current]]:text-text [&_.icon]:text-text-3',
);

/** On a phone first the list of sections, then the section. */
export default async function SettingsPage({ params, searchParams }: PageProps<'/[orgKey]/settings'>) {
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
  const project = textOf(search, 'project');
  return (
    <>
      <PageHeader title="Settings" tabTitle={bidi`${current.label}${project ? ` of ${project}` : ''} · Settings`} />
      <div className="grid gap-6 md:grid-cols-[180px_minmax(0,1fr)]">
        <nav aria-label="Settings" className={cn(asked && 'max-md:hidden')}>
          <ul className={SECTION_LIST}>
            {sections.map(({ id, label }) => (
              <li key={id}>
                <Link
                  href={`${path}?section=${id}`}
                  prefetch={false}
                  aria-current={id === current.id ? 'page' : undefined}
                >
                  {label}
                  <span aria-hidden="true" className="icon icon-chevron-right md:hidden" />
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
