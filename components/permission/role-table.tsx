import { Fragment } from 'react';
import { cn } from '@/lib/class-names';
import type { Role, Scope } from '@/lib/permission/schema';
import { ROLE_COLUMNS, rightsInWords, SCOPE_IN_WORDS } from '@/lib/permission/words';
import { RoleChoice } from './role-choice';

/** `app/styles/marks.css`; what is a part of all has one look, and says which part. */
const LOOK: Record<Scope, string> = {
  all: 'may-all',
  project: 'may-part',
  led: 'may-part',
  own: 'may-part',
  client: 'may-part',
  read: 'may-read',
  none: 'may-none',
};

/** Said once, not in each of some hundred cells. */
const TABLE = cn(
  'w-full border-separate border-spacing-0 text-left text-sm [&_tr:has(td):hover]:bg-hover',
  '[&_:is(td,th:not([scope=col]))]:border-b [&_:is(td,th:not([scope=col]))]:border-border',
  '[&_th[scope=colgroup]]:px-3 [&_th[scope=colgroup]]:pt-4 [&_th[scope=colgroup]]:pb-1',
  '[&_th[scope=colgroup]]:text-base [&_th[scope=colgroup]]:font-semibold',
  '[&_:is(td,th[scope=row])]:px-3 [&_:is(td,th[scope=row])]:py-1.5 [&_th[scope=row]]:font-normal',
  // The icon says it to whoever sees it.
  '[&_td>i]:sr-only',
  // Narrow screens show one role at a time, chosen by RoleChoice through an attribute on the element around.
  'max-[1180px]:[&_tr>*+*]:hidden',
  'max-[1180px]:group-data-[role=admin]/roles:[&_tr>:nth-child(2)]:table-cell',
  'max-[1180px]:group-data-[role=subadmin]/roles:[&_tr>:nth-child(3)]:table-cell',
  'max-[1180px]:group-data-[role=team-leader]/roles:[&_tr>:nth-child(4)]:table-cell',
  'max-[1180px]:group-data-[role=user]/roles:[&_tr>:nth-child(5)]:table-cell',
  'max-[1180px]:group-data-[role=client]/roles:[&_tr>:nth-child(6)]:table-cell',
  'max-[1180px]:group-data-[role=observer]/roles:[&_tr>:nth-child(7)]:table-cell',
);

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
        <table className={TABLE}>
          <caption className="sr-only">What each role may do</caption>
          <thead>
            <tr className="[&>th]:sticky [&>th]:top-0 [&>th]:z-10 [&>th]:border-b [&>th]:border-border [&>th]:bg-sunken [&>th]:px-3 [&>th]:py-2 [&>th]:font-medium">
              <th scope="col" className="min-w-44">
                Can
              </th>
              {ROLE_COLUMNS.map(({ role, label }) => (
                <th key={role} scope="col" className="w-28">
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
                  <th dir="auto" scope="colgroup" colSpan={ROLE_COLUMNS.length + 1}>
                    {heading}
                  </th>
                </tr>
                {rights.map(({ action, can, scopes }) => (
                  <tr key={action}>
                    <th scope="row">{can}</th>
                    {ROLE_COLUMNS.map(({ role }) => (
                      <td key={role} className={LOOK[scopes[role]]}>
                        {wordsOf(scopes[role])}
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

const wordsOf = (scope: Scope) =>
  scope === 'all' || scope === 'none' ? <i>{SCOPE_IN_WORDS[scope]}</i> : SCOPE_IN_WORDS[scope];
