import { Trash2 } from 'lucide-react';
import { BinList } from '@/components/bin/bin-list';
import { PageHeader } from '@/components/page/page-header';
import { Pager } from '@/components/page/pager';
import { addressWith, type Search, textOf } from '@/components/page/search-params';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterChip } from '@/components/ui/filter-chip';
import { FocusKeeper } from '@/components/ui/focus-keeper';
import { findsProjects } from '@/lib/bin/policy';
import { listBinned } from '@/lib/bin/queries';
import { ListBinned } from '@/lib/bin/schema';
import { BIN_DAYS } from '@/lib/retention';
import { orgPage, parse } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';

const LIMIT = 50;
const KINDS = [
  ['project', 'Projects'],
  ['task', 'Tasks'],
] as const;

export async function Bin({ orgKey, search }: { orgKey: string; search: Search }) {
  const hrefTo = await organisationLinks(orgKey);
  const [kind] = KINDS.find(([value]) => value === textOf(search, 'kind')) ?? ['all'];
  const { found, projects } = await orgPage(orgKey, 'task.delete', async (ctx) => ({
    projects: findsProjects(ctx.actor),
    found: await listBinned(ctx, parse(ListBinned, { kind, page: textOf(search, 'page') || 1, limit: LIMIT })),
  }));
  const path = hrefTo('project');
  return (
    <>
      <PageHeader
        title="Bin"
        beside={<p className="text-base text-text-2">Deleted items stay here for {BIN_DAYS} days.</p>}
        actions={
          <ButtonLink href={path} prefetch={false}>
            All projects
          </ButtonLink>
        }
      />
      {projects && (found.total > 0 || kind !== 'all') && (
        <div className="mb-4 flex flex-wrap gap-2">
          {KINDS.map(([value, label]) => (
            <FilterChip
              key={value}
              href={addressWith(path, search, { kind: value === kind ? null : value })}
              active={value === kind}
            >
              {label}
            </FilterChip>
          ))}
        </div>
      )}
      {/* Stays when the last line goes: the focus goes there. */}
      <FocusKeeper label="Bin">{found.docs.length > 0 && <BinList docs={found.docs} now={Date.now()} />}</FocusKeeper>
      {found.docs.length === 0 && (
        <EmptyState icon={<Trash2 />} title={kind === 'all' ? 'The bin is empty' : 'No deleted items of this kind'}>
          {projects
            ? `Deleted tasks and projects can be restored from here for ${BIN_DAYS} days. Then they are deleted permanently.`
            : `Tasks that you deleted can be restored from here for ${BIN_DAYS} days. Then they are deleted permanently.`}
        </EmptyState>
      )}
      <Pager
        path={path}
        search={search}
        noun="deleted items"
        page={found.page}
        limit={found.limit}
        total={found.total}
      />
    </>
  );
}
