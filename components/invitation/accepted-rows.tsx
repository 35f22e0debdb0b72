import { roleLabel } from '@/components/ui/badge';
import type { InvitationImport } from '@/lib/invitation/schema';

const SHOWN = 200;

/** Who will be invited, as the file was read. */
export function AcceptedRows({ rows }: { rows: InvitationImport['accepted_rows'] }) {
  if (!rows.length) return null;
  return (
    <section>
      <h3 className="mb-1 text-base font-semibold">
        Will be invited <span className="font-normal text-text-2 tabular-nums">{rows.length}</span>
      </h3>
      <section
        className="max-h-56 overflow-auto rounded-sm border border-border"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
        aria-label="Will be invited"
      >
        <table className="w-full text-left text-sm">
          <thead className="sticky top-0 bg-sunken text-text-2 [&_th]:px-2 [&_th]:py-1 [&_th]:font-medium">
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Email</th>
              <th scope="col">Name</th>
              <th scope="col">Role</th>
              <th scope="col">Projects</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-border [&_td]:px-2 [&_td]:py-1">
            {rows.slice(0, SHOWN).map(({ row, email, name, role, projects }) => (
              <tr key={row}>
                <td className="tabular-nums">{row}</td>
                <td className="break-all">{email}</td>
                <td dir="auto">{name}</td>
                <td>{roleLabel(role)}</td>
                <td>{projects.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > SHOWN && <p className="mt-1 text-sm text-text-2">The first {SHOWN} are shown.</p>}
    </section>
  );
}
