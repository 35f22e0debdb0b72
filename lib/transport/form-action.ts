import 'server-only';
import { createHash } from 'node:crypto';
import { redirect } from 'next/navigation';
import type { z } from 'zod';
import { type Definition, endpointsOf } from '@/lib/contract/endpoint';
import { withinRate } from '@/lib/contract/rate';
import { DomainError } from '@/lib/errors';
import { pageCaller, pageClaims } from '@/lib/session/caller';
import { formFailure } from '@/lib/session/forms';
import type { FormState } from '@/lib/session/schema';
import { ARGUMENT, publicAction } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { answerMember, type MemberEndpoint } from '@/lib/transport/answer';
import { changesOf, creationOf, type FormFields, type FormValues, readForm } from '@/lib/transport/form-fields';

type Form<R> = {
  fields: FormFields;
  /** Hidden fields sent unchanged: which record, which version. */
  carries?: readonly string[];
  /** For an edit: the form's values from a record, which may lack some. */
  valuesOf?: (record: R) => FormValues;
  leadsTo: (record: R) => string;
};

/**
 * An endpoint as a form action that works without scripts. `creation`: hidden field that makes a form sent twice one
 * creation. `before`: hidden field with an edit's first values as JSON; only differences are sent, and others' changes
 * are reported.
 */
export function formAction<const T extends Record<string, Definition>, N extends keyof T & string>(
  endpoints: T,
  name: N,
  { fields, carries = [], valuesOf, leadsTo }: Form<z.output<T[N]['output']>>,
) {
  const [endpoint] = endpointsOf({ [name]: endpoints[name] as Definition }) as [MemberEndpoint];
  return publicAction(
    [ARGUMENT.text, ARGUMENT.before, ARGUMENT.form],
    async (orgKey, _before, form): Promise<FormState> => {
      const carried = Object.fromEntries(
        carries.flatMap((field) => (form.get(field) ? [[field, String(form.get(field))]] : [])),
      );
      const values = readForm(fields, form);
      const before = valuesOf && beginningOf(form);
      const raw = { ...carried, ...(before ? changesOf(fields, values, before) : creationOf(fields, values)) };
      let there: string;
      try {
        const claims = await pageClaims();
        const caller = await pageCaller();
        if (claims) await withinRate('member', claims.sub);
        if (claims) await withinRate('organisation', claims.org);
        const { body } = await answerMember(endpoint, caller, raw, { orgKey, key: creationKey(form, raw) });
        there = leadsTo(body.data as z.output<T[N]['output']>);
      } catch (error) {
        const current = error instanceof DomainError && error.code === 'conflict' && error.details.current;
        if (before && valuesOf && current)
          return conflict(
            { fields, carried, values, before },
            current as { version: number },
            valuesOf(current as never),
          );
        const failure = formFailure(error, {
          ...carried,
          ...values,
          ...(before && { before: JSON.stringify(before) }),
        });
        // An error of a list's entry is shown at the list.
        const errors = Object.entries(failure.errors ?? {}).map(([field, message]) => [field.split('.')[0], message]);
        return { ...failure, errors: Object.fromEntries(errors) };
      }
      redirect((await organisationLinks(orgKey))(there));
    },
  );
}

/** The same form again is the same request; a changed one is another. */
function creationKey(form: FormData, raw: unknown): string | null {
  const key = form.get('creation');
  if (typeof key !== 'string' || !/^[\w-]{1,64}$/.test(key)) return null;
  return `${key}:${createHash('sha256').update(JSON.stringify(raw)).digest('base64url')}`;
}

function beginningOf(form: FormData): FormValues {
  try {
    const values: unknown = JSON.parse(String(form.get('before')));
    return typeof values === 'object' && values !== null ? (values as FormValues) : {};
  } catch {
    return {};
  }
}

/** After somebody else's change: our changes stay, the rest is refreshed, and fields that both changed are named. */
function conflict(
  { fields, carried, values, before }: Record<'carried' | 'values' | 'before', FormValues> & { fields: FormFields },
  { version }: { version: number },
  now: FormValues,
): FormState {
  const mine = Object.keys(changesOf(fields, values, before));
  const both = mine.filter((name) => name in now && now[name] !== before[name] && now[name] !== values[name]);
  const told = (name: string) =>
    fields[name]?.kind === 'line'
      ? `It was changed to “${now[name]}” in the meantime.`
      : 'Somebody else changed it in the meantime.';
  const kept = Object.entries(values).map(([name, value]) => [
    name,
    mine.includes(name) ? value : (now[name] ?? value),
  ]);
  return {
    error:
      'Somebody else changed this in the meantime. What you entered is still here: save again to replace their version.',
    errors: Object.fromEntries(both.map((name) => [name, told(name)])),
    values: {
      ...carried,
      ...Object.fromEntries(kept),
      version: String(version),
      before: JSON.stringify({ ...before, ...now }),
    },
  };
}
