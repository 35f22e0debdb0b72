/** The fields of a form, described once: its page draws them, its dialog names them, its action reads them. Runs anywhere. */

export type FormField = {
  label: string;
  /** `people`: any number of them, by id. */
  kind: 'line' | 'prose' | 'choice' | 'date' | 'people';
  placeholder?: string;
  hint?: string;
  /** Characters. */
  max?: number;
  /** Sent empty too, so that the server says what is missing. */
  required?: true;
};

export type FormFields = Record<string, FormField>;

/** What stands in a form, by field; ids of people in order, joined by commas. */
export type FormValues = Record<string, string>;

/** The fields that a page has drawn, as they were sent. Lines end as on the server, whatever the browser sent. */
export const readForm = (fields: FormFields, form: FormData): FormValues =>
  Object.fromEntries(
    Object.keys(fields)
      .filter((name) => form.has(name))
      .map((name) => {
        const given = form.getAll(name).filter((value) => typeof value === 'string' && value !== '');
        return [name, (fields[name]?.kind === 'people' ? given.sort() : given).join(',').replace(/\r\n?/g, '\n')];
      }),
  );

const idsIn = (value: string) => value.split(',').filter(Boolean);

/** What creates a record: fields that were left empty are left out. */
export const creationOf = (fields: FormFields, values: FormValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => value !== '' || fields[name]?.required)
      .map(([name, value]) => [name, fields[name]?.kind === 'people' ? idsIn(value) : value]),
  );

/** What changes a record: fields that are not as they were `before`. What is empty now has no value. */
export const changesOf = (fields: FormFields, values: FormValues, before: FormValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => value !== before[name])
      .map(([name, value]) => {
        const { kind } = fields[name] ?? {};
        if (kind === 'people') return [name, idsIn(value)];
        return [name, value === '' && (kind === 'choice' || kind === 'date') ? null : value];
      }),
  );

/** Without the fields that point at something of which there is nothing to choose. */
export const fieldsWith = (fields: FormFields, choices: Readonly<Record<string, readonly unknown[]>>): FormFields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, { kind }]) => (kind !== 'choice' && kind !== 'people') || (choices[name]?.length ?? 0) > 0,
    ),
  );
