import Form from 'next/form';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { LazyDayField } from '@/components/ui/form/lazy-day-field';
import { SelectField } from '@/components/ui/form/select-field';
import { TextField } from '@/components/ui/form/text-field';
import { AUDIT_GROUP_LABEL, AUDIT_GROUPS } from '@/lib/audit/vocabulary';

export type AuditFilterValues = Record<'q' | 'member_id' | 'group' | 'from' | 'to', string>;

/** In the URL; works without scripts. */
export function AuditFilters({
  path,
  values,
  people,
  problem,
}: {
  path: string;
  values: AuditFilterValues;
  people: readonly { _id: string; name: string }[];
  /** What is wrong with the days. */
  problem: string | null;
}) {
  const any = Object.values(values).some(Boolean);
  return (
    <Form action={path} role="search" aria-label="Audit log" scroll={false} className="flex flex-col gap-3">
      <input type="hidden" name="section" value="audit" />
      {/* Another selection begins with fresh fields. */}
      <div key={JSON.stringify(values)} className="grid grid-cols-2 gap-3 lg:grid-cols-6">
        <div className="col-span-2">
          <TextField
            type="search"
            name="q"
            label="Search"
            hint="Names, emails, projects, kinds of action"
            limit={200}
            defaultValue={values.q}
          />
        </div>
        <div className="col-span-2 sm:col-span-1 lg:col-span-2">
          <SelectField
            name="member_id"
            label="Person"
            hint="Done by them, or to them"
            defaultValue={values.member_id}
            options={[
              { value: '', label: 'Everybody' },
              ...people.map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
          />
        </div>
        <div className="col-span-2 sm:col-span-1 lg:col-span-2">
          <SelectField
            name="group"
            label="Action"
            hint="A kind of action"
            defaultValue={values.group}
            options={[
              { value: '', label: 'All actions' },
              ...AUDIT_GROUPS.map((group) => ({ value: group, label: AUDIT_GROUP_LABEL[group] })),
            ]}
          />
        </div>
        <div className="lg:col-span-2">
          <LazyDayField name="from" label="From" start={values.from} />
        </div>
        <div className="lg:col-span-2">
          <LazyDayField name="to" label="To" start={values.to} error={problem ?? undefined} />
        </div>
        <div className="col-span-2 flex items-start gap-2 pt-6">
          <Button type="submit">Filter</Button>
          {any && (
            <ButtonLink href={`${path}?section=audit`} variant="quiet">
              Clear
            </ButtonLink>
          )}
        </div>
      </div>
    </Form>
  );
}
