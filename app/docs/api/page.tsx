import { SearchX } from 'lucide-react';
import type { Metadata } from 'next';
import { Logo } from '@/components/brand/logo';
import { SearchForm } from '@/components/page/search-form';
import { type Search, textOf } from '@/components/page/search-params';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { openApiDocument } from '@/lib/api/openapi';
import { table } from '@/lib/api/table';
import { cn } from '@/lib/class-names';
import { env } from '@/lib/env';
import { cut } from '@/lib/text';
import { CARDS, CallCard, Code, Prose, RecordCard } from './call-card';
import { API_ERRORS, apiReference, ENVELOPES, RECORD_PAGES, RECORDS, recordHref } from './reference';

/** More calls than this are listed, each with a link to its group, which has the details. */
const MOST_DETAILS = 40;

export const metadata: Metadata = { title: 'API' };

const hrefOf = (group: string, id: string) => `/docs/api?group=${group}#${id}`;

/** A group of calls in the navigation. */
const GROUP = 'flex min-h-8 items-center gap-2 rounded-sm text-sm font-medium hover:bg-hover pointer-coarse:min-h-11';

const LINK = 'rounded-xs text-accent-text underline underline-offset-2';

export default async function ApiPage({ searchParams }: { searchParams: Promise<Search> }) {
  const search = await searchParams;
  const q = cut(textOf(search, 'q'), 100);
  const group = textOf(search, 'group');
  const all = apiReference(q);
  const groups = all.filter(({ id }) => !group || id === group);
  const count = groups.reduce((sum, { calls }) => sum + calls.length, 0);
  const whole = count <= MOST_DETAILS;
  const used = new Set(groups.flatMap(({ calls }) => calls.flatMap((call) => call.records)));
  const recordPage = RECORD_PAGES.find(({ id }) => id === group);
  const records = recordPage ? (q ? [] : recordPage.records) : RECORDS.filter(({ name }) => used.has(name));
  const recordGroups = RECORD_PAGES.map(({ title, id, records: ofPage }) => ({
    title,
    id,
    calls: ofPage.map(({ name }) => ({ id: name, path: name })),
  }));
  return (
    <div className="mx-auto max-w-[1120px] px-4 py-8">
      <header className="mb-6">
        <Logo />
        <h1 className="mt-6 text-2xl font-title">API</h1>
        <p className="mt-2 max-w-prose text-read text-text-2">
          <Prose text={openApiDocument([], env.appUrl).info.description} />
        </p>
        <p className="mt-2 text-base">
          <a className={LINK} href="/api/openapi.json">
            OpenAPI 3.1 document
          </a>
        </p>
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <SearchForm path="/docs/api" search={search} label="Search calls and fields" kept={[]} />
          <p role="status" className="text-sm text-text-2">
            {q
              ? `${count} of ${table.length} calls match “${q}”`
              : recordPage
                ? `${records.length} records`
                : `${count} calls`}
          </p>
          {(q || group) && <ButtonLink href="/docs/api">Show all</ButtonLink>}
        </div>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[220px_minmax(0,1fr)]">
        <nav
          aria-label="Calls"
          className="[&_li>a]:flex [&_li>a]:min-h-6 [&_li>a]:items-center [&_li>a]:rounded-sm [&_li>a]:px-2 [&_li>a]:font-mono [&_li>a]:text-xs [&_li>a]:break-all [&_li>a]:text-text-2 [&_li>a]:hover:bg-hover [&_li>a]:hover:text-text pointer-coarse:[&_li>a]:min-h-11 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:overflow-y-auto"
        >
          {[...all, ...recordGroups].map(({ title, id, calls }) => {
            const ofRecords = RECORD_PAGES.some((one) => one.id === id);
            const name = (
              <>
                {title} <span className="text-xs text-text-3 tabular-nums">{calls.length}</span>
              </>
            );
            // What is listed beside it is not listed here as well, nor what another page has.
            if (!whole || (group && id !== group))
              return (
                <a key={id} href={group || ofRecords ? `/docs/api?group=${id}` : `#${id}`} className={GROUP}>
                  {name}
                </a>
              );
            return (
              <details
                key={id}
                open={id === group || (q !== '' && !ofRecords)}
                className="border-b border-border py-1 last:border-b-0"
              >
                <summary className={cn(GROUP, 'cursor-pointer')}>{name}</summary>
                <ul className="pb-2">
                  {calls.map((call) => (
                    <li key={call.id}>
                      <a href={hrefOf(id, call.id)}>{call.path.replace('/api/', '')}</a>
                    </li>
                  ))}
                </ul>
              </details>
            );
          })}
        </nav>
        <main id="main" tabIndex={-1} className={cn('flex min-w-0 flex-col gap-10', CARDS)}>
          {groups.length === 0 && !recordPage && (
            <EmptyState
              icon={<SearchX />}
              title={q ? `No call matches “${q}”` : 'There is no such group of calls'}
              action={<ButtonLink href="/docs/api">Show all</ButtonLink>}
            >
              The search looks at paths, descriptions and names of fields.
            </EmptyState>
          )}
          {groups.map(({ title, id, calls }) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id} className="mb-3 scroll-mt-4 text-xl font-title">
                {title}
              </h2>
              <ul>
                {calls.map((call) => (
                  <CallCard key={call.id} call={call} href={hrefOf(id, call.id)} whole={whole} />
                ))}
              </ul>
            </section>
          ))}
          {records.length > 0 && (whole || recordPage) && (
            <section aria-labelledby="records">
              <h2 id="records" className="mb-3 scroll-mt-4 text-xl font-title">
                {recordPage?.title ?? 'Records'}
              </h2>
              <ul>
                <li>
                  <h3>Around every answer</h3>
                  <p>
                    <Prose text="One record is `data`, a page of a list `docs`." />
                  </p>
                  {ENVELOPES.map((text, index) => (
                    <Code key={text} title={index ? 'A list' : 'One record'} text={text} what="what is around it" />
                  ))}
                </li>
                {records.map((record) => (
                  <RecordCard key={record.name} record={record} hrefOf={recordPage && recordHref} />
                ))}
              </ul>
            </section>
          )}
          <section aria-labelledby="errors">
            <h2 id="errors" className="mb-3 scroll-mt-4 text-xl font-title">
              Errors
            </h2>
            <dl className="grid grid-cols-[2.5rem_minmax(0,1fr)]! gap-y-2 rounded-lg border border-border bg-surface p-4 text-sm sm:p-5">
              {API_ERRORS.map(({ status, code, words }) => (
                <div key={code} className="contents">
                  <dt className="font-mono text-xs leading-5">{status}</dt>
                  <dd>
                    <span className="font-mono text-xs">{code}</span>{' '}
                    <span className="text-text-2">
                      <Prose text={words} />
                    </span>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        </main>
      </div>
    </div>
  );
}
