import { Check, CircleDashed, Eye, Minus } from 'lucide-react';
import { Fragment } from 'react';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { cn } from '@/lib/class-names';
import type { Role, Scope } from '@/lib/permission/schema';
import { ROLE_COLUMNS, rightsInWords, SCOPE_IN_WORDS } from '@/lib/permission/words';
import { RoleChoice } from './role-choice';

const LOOK: Record<Scope, { icon: typeof Check; tone: string }> = {
  all: { icon: Check, tone: 'text-ok-text' },
  project: { icon: CircleDashed, tone: 'text-accent-text' },
  led: { icon: CircleDashed, tone: 'text-accent-text' },
  own: { icon: CircleDashed, tone: 'text-accent-text' },
  client: { icon: CircleDashed, tone: 'text-accent-text' },
  read: { icon: Eye, tone: 'text-info-text' },
  none: { icon: Minus, tone: 'text-text-3' },
};

/** Narrow screens show one role at a time, chosen by RoleChoice through an attribute on the element around. */
const ONE_ROLE: Record<Role, string> = {
  admin: 'max-[1180px]:group-data-[role=admin]/roles:table-cell',
  subadmin: 'max-[1180px]:group-data-[role=subadmin]/roles:table-cell',
  team_leader: 'max-[1180px]:group-data-[role=team-leader]/roles:table-cell',
  user: 'max-[1180px]:group-data-[role=user]/roles:table-cell',
  client: 'max-[1180px]:group-data-[role=client]/roles:table-cell',
  observer: 'max-[1180px]:group-data-[role=observer]/roles:table-cell',
};

/** Drawn from the permission table that the program uses. */
export function RoleTable({ own }: { own: Role }) {
  return (
    <RoleChoice first={own} roles={ROLE_COLUMNS.map(({ role, label }) => ({ value: role, label }))}>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
        aria-label="What each role may do"
        // Relative: visually hidden texts must scroll along instead of making the page longer.
        className="relative max-h-[70vh] overflow-auto rounded-md border border-border"
      >
        <table className="w-full border-separate border-spacing-0 text-left text-sm">
          <caption className="sr-only">What each role may do</caption>
          <thead>
            <tr className="[&>th]:sticky [&>th]:top-0 [&>th]:z-10 [&>th]:border-b [&>th]:border-border [&>th]:bg-sunken [&>th]:px-3 [&>th]:py-2 [&>th]:font-medium">
              <th scope="col" className="min-w-44">
                Can
              </th>
              {ROLE_COLUMNS.map(({ role, label }) => (
                <th key={role} scope="col" className={cn('w-28 max-[1180px]:hidden', ONE_ROLE[role])}>
                  {label}
                  {role === own && <span className="block text-xs font-normal text-text-2">you</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rightsInWords().map(({ heading, rights }) => (
              <Fragment key={heading}>
                <tr>
                  <th
                    scope="colgroup"
                    colSpan={ROLE_COLUMNS.length + 1}
                    className="border-b border-border px-3 pt-4 pb-1 text-base font-semibold"
                  >
                    {heading}
                  </th>
                </tr>
                {rights.map(({ action, can, scopes }) => (
                  <tr
                    key={action}
                    className="[&>*]:border-b [&>*]:border-border [&>*]:px-3 [&>*]:py-1.5 hover:bg-hover"
                  >
                    <th scope="row" className="font-normal">
                      {can}
                    </th>
                    {ROLE_COLUMNS.map(({ role }) => (
                      <td key={role} className={cn('max-[1180px]:hidden', ONE_ROLE[role])}>
                        <Mark scope={scopes[role]} />
                      </td>
                    ))}
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </section>
    </RoleChoice>
  );
}

function Mark({ scope }: { scope: Scope }) {
  const { icon: Icon, tone } = LOOK[scope];
  const plain = scope === 'all' || scope === 'none';
  return (
    <span className="flex items-start gap-1.5">
      <Icon aria-hidden="true" className={cn('mt-0.5', tone)} />
      {plain ? <VisuallyHidden>{SCOPE_IN_WORDS[scope]}</VisuallyHidden> : <span>{SCOPE_IN_WORDS[scope]}</span>}
    </span>
  );
}
