import { SelectField } from '@/components/ui/form/select-field';
import { TextField } from '@/components/ui/form/text-field';
import { isStatusCode, StatusMark, statusLabel } from '@/components/ui/status-mark';
import { TINTS } from '@/lib/organisation/vocabulary';
import { COLUMN_NAME_LENGTH, canBeLimited, MOST_IN_COLUMN } from '@/lib/workflow/vocabulary';
import type { WorkflowDraft } from './workflow-draft';

type Columns = WorkflowDraft['columns'];

const COLOURS = [
  { value: '', label: 'Usual colour' },
  ...Object.entries(TINTS).map(([value, label]) => ({ value, label })),
];

export function ColumnFields({
  columns,
  errors,
  onChange,
}: {
  columns: Columns;
  /** By `columns.2.name`, or `columns` for all of them. */
  errors?: Readonly<Record<string, string[]>>;
  onChange: (columns: Columns) => void;
}) {
  const set = (status: number, fields: Partial<Columns[number]>) =>
    onChange(columns.map((column) => (column.status === status ? { ...column, ...fields } : column)));
  return (
    <div className="flex flex-col gap-4">
      {columns.map(({ status, name, colour, limit }, at) => {
        const usual = isStatusCode(status) ? statusLabel(status) : '';
        const problem = (field: string) => errors?.[`columns.${at}.${field}`]?.[0];
        return (
          <fieldset key={status} className="grid grid-cols-[1fr_1fr] gap-x-3 gap-y-2 sm:grid-cols-[2fr_1.3fr_1fr]">
            <legend className="mb-1 flex items-center gap-2 text-sm font-medium text-text-2">
              {isStatusCode(status) && <StatusMark status={status} label={usual} tint={colour} />}
            </legend>
            <div className="max-sm:col-span-2">
              <TextField
                label={`Name of ${usual}`}
                labelHidden
                required
                limit={COLUMN_NAME_LENGTH}
                value={name}
                error={problem('name')}
                onChange={({ target }) => set(status, { name: target.value })}
              />
            </div>
            <SelectField
              label={`Colour of ${usual}`}
              labelHidden
              options={COLOURS}
              value={colour ?? ''}
              onChange={({ target }) => set(status, { colour: target.value || null })}
            />
            {canBeLimited(status) && (
              <TextField
                label={`Limit of ${usual}`}
                labelHidden
                type="number"
                inputMode="numeric"
                min={1}
                max={MOST_IN_COLUMN}
                placeholder="No limit"
                value={limit ?? ''}
                error={problem('limit')}
                onChange={({ target }) => set(status, { limit: target.value ? Number(target.value) : null })}
              />
            )}
          </fieldset>
        );
      })}
      {errors?.columns && (
        <p role="alert" className="text-sm text-danger-text">
          {errors.columns[0]}
        </p>
      )}
    </div>
  );
}
