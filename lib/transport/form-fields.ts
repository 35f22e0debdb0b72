/** A form's fields, for its page, its dialog and its action. Runs anywhere. */

export type FormField = {
  label: string;
  /** `several` holds a list of ids. */
  kind: 'line' | 'prose' | 'choice' | 'date' | 'several';
  placeholder?: string;
  hint?: string;
  max?: number;
  /** Sent even when empty, so that the server says what is missing. */
  required?: true;
};

export type FormFields = Record<string, FormField>;

export type FormValues = Record<string, string>;

/** The sent values of the drawn fields. Line ends as on the server, whatever the browser sent. */
export const readForm = (fields: FormFields, form: FormData): FormValues =>
  Object.fromEntries(
    Object.keys(fields)
      .filter((name) => form.has(name))
      .map((name) => {
        const given = form.getAll(name).filter((value) => typeof value === 'string' && value !== '');
        return [name, (fields[name]?.kind === 'several' ? given.sort() : given).join(',').replace(/\r\n?/g, '\n')];
      }),
  );

const idsIn = (value: string) => value.split(',').filter(Boolean);

export const creationOf = (fields: FormFields, values: FormValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => value !== '' || fields[name]?.required)
      .map(([name, value]) => [name, fields[name]?.kind === 'several' ? idsIn(value) : value]),
  );

/** Only fields that differ from `before`. A field that is empty now has no value. */
export const changesOf = (fields: FormFields, values: FormValues, before: FormValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => value !== before[name])
      .map(([name, value]) => {
        const { kind } = fields[name] ?? {};
        if (kind === 'several') return [name, idsIn(value)];
        return [name, value === '' && (kind === 'choice' || kind === 'date') ? null : value];
      }),
  );

export const fieldsWith = (fields: FormFields, choices: Readonly<Record<string, readonly unknown[]>>): FormFields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, { kind }]) => (kind !== 'choice' && kind !== 'several') || (choices[name]?.length ?? 0) > 0,
    ),
  );
