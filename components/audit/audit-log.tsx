import { ChevronRight, ScrollText, SearchX } from 'lucide-react';
import { Avatar } from '@/components/ui/avatar';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { PlainMoment } from '@/components/ui/formats';
import type { AuditRecord } from '@/lib/audit/schema';
import { changesInWords } from '@/lib/audit/vocabulary';

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
    <ul aria-label="Entries of the audit log" className="divide-y divide-border">
      {lines.map((line) => (
        <li key={line._id}>
          <details className="group">
            <summary className="flex cursor-pointer list-none items-start gap-3 rounded-sm px-1 py-2 hover:bg-hover focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
              <ChevronRight
                aria-hidden="true"
                className="mt-1 text-text-3 transition-transform group-open:rotate-90 motion-reduce:transition-none"
              />
              {line.actor ? (
                <Avatar
                  person={{ id: line.actor._id, name: line.actor.name, picture: line.actor.pic }}
                  size={24}
                  beside
                />
              ) : (
                <span className="size-6 shrink-0" />
              )}
              <span className="min-w-0 flex-1">
                <span className="block text-base break-words">{line.says}</span>
                <span className="block text-sm break-words text-text-2">
                  <PlainMoment at={line.created_at} style="exact" />
                  {line.ip && ` · ${line.ip}`}
                  {line.device && ` · ${line.device}`}
                </span>
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
    <div className="flex flex-col gap-3 pb-3 pl-8 text-sm sm:pl-14">
      {changes.length > 0 && (
        <div className="overflow-x-auto">
          <table className="w-full text-left">
            <caption className="sr-only">What changed</caption>
            <thead className="text-text-2 [&_th]:pr-4 [&_th]:pb-1 [&_th]:font-medium">
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
            <tbody className="[&>tr>*]:border-t [&>tr>*]:border-border [&>tr>*]:py-1 [&>tr>*]:pr-4 [&>tr>*]:align-top">
              {changes.map(({ field, from, to }) => (
                <tr key={field}>
                  <th scope="row" className="font-normal">
                    {field}
                  </th>
                  <td className="break-words">{from ?? '–'}</td>
                  <td className="break-words">{to ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-text-2 [&_dd]:break-words">
        <dt>Kind</dt>
        <dd>
          {line.action_label} <span className="font-mono text-xs">({line.action})</span>
        </dd>
        {line.target && (
          <>
            <dt>About</dt>
            <dd>{line.target.name}</dd>
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
