'use client';

import { useQuery } from '@tanstack/react-query';
import { LoadError } from '@/components/query/load-error';
import { Avatar } from '@/components/ui/avatar';
import { type Role, RoleBadge } from '@/components/ui/badge';
import { Dialog } from '@/components/ui/overlay/dialog';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { AccessRecord } from '@/lib/access/schema';
import { isolated } from '@/lib/bidi';
import { accessQuery, type Of } from './access-query';

const DOOR: Record<keyof AccessRecord['doors'], string> = {
  screen: 'on screen',
  email: 'by email',
  feed: 'in the history',
  export: 'in exports',
};

/** "on screen, by email and in exports". */
function doorWords(doors: AccessRecord['doors']): string {
  const open = (Object.keys(DOOR) as (keyof typeof DOOR)[]).filter((door) => doors[door]).map((door) => DOOR[door]);
  return open.length > 1 ? `${open.slice(0, -1).join(', ')} and ${open.at(-1)}` : (open[0] ?? '');
}

/** Who sees a task, a file or a room and why, and who does not: as the database decides it. */
export function AccessDialog({ what, of, onClose }: { what: string; of: Of; onClose: () => void }) {
  const { data, error, isError, refetch } = useQuery(accessQuery(of));
  const group = (label: string, people: readonly AccessRecord[]) =>
    people.length > 0 && (
      <section aria-label={label} className="flex flex-col">
        <h3 className="text-sm font-semibold text-text-2">
          {label} <span className="font-normal text-text-3 tabular-nums">{people.length}</span>
        </h3>
        <ul className="divide-y divide-border">
          {people.map((one) => (
            <Line key={one.member._id} one={one} />
          ))}
        </ul>
      </section>
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Who sees this ${what}?`}
      description="The database was asked as each person. Nobody gets by email, feed or export what they do not see here."
    >
      {isError ? (
        <LoadError title="Who sees this could not be loaded" of={{ error, refetch }} />
      ) : !data ? (
        <SkeletonRows rows={5} rowHeight={56} label="Asking who sees this" />
      ) : (
        <div className="flex flex-col gap-4">
          {group(
            'Sees it',
            data.docs.filter(({ sees }) => sees),
          )}
          {group(
            'Does not see it',
            data.docs.filter(({ sees }) => !sees),
          )}
          {data.totalDocs > data.docs.length && (
            <p className="text-sm text-text-3">
              The first {data.docs.length} of {data.totalDocs} people are shown.
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}

function Line({ one: { member, sees, reason, doors } }: { one: AccessRecord }) {
  return (
    <li className="flex items-start gap-3 py-2">
      <Avatar person={{ id: member._id, name: member.name, picture: member.pic }} size={32} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span dir="auto" className="text-base font-medium break-words">
            {member.name}
          </span>
          {member.role && <RoleBadge role={member.role as Role} />}
        </p>
        <p className="text-sm text-text-2">
          {isolated(reason)}
          {sees && <span className="text-text-3"> · {doorWords(doors)}</span>}
        </p>
      </div>
    </li>
  );
}
