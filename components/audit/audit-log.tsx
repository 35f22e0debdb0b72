import { ScrollText, SearchX } from 'lucide-react';
import { Avatar } from '@/components/ui/avatar';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { PlainMoment } from '@/components/ui/formats';
import type { AuditRecord } from '@/lib/audit/schema';
import { changesInWords } from '@/lib/audit/vocabulary';
import { cn } from '@/lib/class-names';

/** Said once around all entries. */
const ENTRIES = cn(
  'divide-y divide-border [&_summary]:flex [&_summary]:cursor-pointer [&_summary]:list-none [&_summary]:items-start',
  '[&_summary]:gap-3 [&_summary]:rounded-sm [&_summary]:px-1 [&_summary]:py-2 [&_summary]:hover:bg-hover',
  '[&_summary]:focus-visible:-outline-offset-2 [&_summary::-webkit-details-marker]:hidden',
  '[&_summary>.icon]:mt-1 [&_summary>.icon]:text-text-3 [&_summary>.icon]:transition-transform',
  'motion-reduce:[&_summary>.icon]:transition-none [&_details[open]>summary>.icon]:rotate-90',
  '[&_summary>span:last-child]:min-w-0 [&_summary>span:last-child]:flex-1 [&_b]:block [&_b]:text-base [&_b]:font-normal',
  '[&_b]:break-words [&_small]:block [&_small]:text-sm [&_small]:break-words [&_small]:text-text-2',
  '[&_details>div]:flex [&_details>div]:flex-col [&_details>div]:gap-3 [&_details>div]:pb-3 [&_details>div]:pl-8',
  '[&_details>div]:text-sm sm:[&_details>div]:pl-14 [&_details>div>div]:overflow-x-auto',
  '[&_table]:w-full [&_table]:text-left [&_thead]:text-text-2 [&_thead_th]:pb-1 [&_thead_th]:font-medium',
  '[&_:is(th,td)]:pr-4 [&_tbody_:is(th,td)]:border-t [&_tbody_:is(th,td)]:border-border [&_tbody_:is(th,td)]:py-1',
  '[&_tbody_:is(th,td)]:align-top [&_tbody_th]:font-normal [&_td]:break-words',
  '[&_dl]:grid [&_dl]:grid-cols-[max-content_minmax(0,1fr)] [&_dl]:gap-x-4 [&_dl]:gap-y-1 [&_dl]:text-text-2',
  '[&_dd]:break-words [&_code]:text-xs',
);

export function AuditLog({
  lines,
  filtered,
  clear,
}: {
  lines: readonly AuditRecord[];
  filtered: boolean;
  /** The URL without filters. */
  clear: string;
}) {
  if (!lines.length)
    return filtered ? (
      <EmptyState
        headingLevel={3}
        icon={<SearchX />}
        title="No matching entries"
        action={<ButtonLink href={clear}>Clear the filters</ButtonLink>}
      >
        There are no entries of this kind in this period.
      </EmptyState>
    ) : (
      <EmptyState headingLevel={3} icon={<ScrollText />} title="Nothing has happened yet">
        Sign-ins, invitations, and changes of roles and settings are recorded here and never removed.
      </EmptyState>
    );
  return (
    <ul aria-label="Entries of the audit log" className={ENTRIES}>
      {lines.map((line) => (
        <li key={line._id}>
          <details>
            <summary>
              <span aria-hidden="true" className="icon icon-chevron-right" />
              {line.actor ? (
                <Avatar
                  person={{ id: line.actor._id, name: line.actor.name, picture: line.actor.pic }}
                  size={24}
                  beside
                />
              ) : (
                <span className="size-6 shrink-0" />
              )}
              <span>
                <b>{line.says}</b>
                <small>
                  <PlainMoment at={line.created_at} style="exact" />
                  {line.ip && ` · ${line.ip}`}
                  {line.device && ` · ${line.device}`}
                  {line.imported_at && ' · came with an archive'}
                </small>
              </span>
            </summary>
            <LineDetails line={line} />
          </details>
        </li>
      ))}
    </ul>
  );
}

function LineDetails({ line }: { line: AuditRecord }) {
  const changes = changesInWords(line.before, line.after);
  return (
    <div>
      {changes.length > 0 && (
        <div>
          <table>
            <caption className="sr-only">What changed</caption>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, from, to }) => (
                <tr key={field}>
                  <th scope="row">{field}</th>
                  <td>{from ?? '–'}</td>
                  <td>{to ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <dl>
        <dt>Kind</dt>
        <dd>
          {line.action_label} <code>{`(${line.action})`}</code>
        </dd>
        {line.target && (
          <>
            <dt>About</dt>
            <dd dir="auto">{line.target.name}</dd>
          </>
        )}
        <dt>IP address</dt>
        <dd>{line.ip ?? 'unknown'}</dd>
        <dt>Device</dt>
        <dd>{line.device ?? 'unknown'}</dd>
      </dl>
    </div>
  );
}
