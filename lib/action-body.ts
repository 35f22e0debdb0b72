/**
 * Whether the body of a server action can be read at all, judged before Next decodes it: what Next cannot decode it answers
 * with 500, as if the fault were ours. Edge safe. The format is React's (`encodeReply`, ReactFlightReplyServer): part `0`
 * holds the arguments as JSON, texts that begin with `$` refer to other parts; a form that is sent before scripts have
 * loaded holds the action in fields that begin with `$ACTION_`.
 */
export async function isReadableAction(request: Request): Promise<boolean> {
  const type = request.headers.get('content-type')?.toLowerCase() ?? '';
  const isFetched = request.headers.has('next-action');
  if (!type.startsWith('multipart/form-data')) return !isFetched || areArguments(await request.text(), () => false);
  const form = await request.formData().catch(() => null);
  if (!form) return false;
  return isFetched ? areArguments(form.get('0'), (part) => form.has(numberOf(part))) : isReadableForm(form);
}

/** The arguments of an action, in which every reference leads to a part. */
function areArguments(text: FormDataEntryValue | null, has: (part: string) => boolean): boolean {
  return Array.isArray(parsed(text, has));
}

/** JSON whose references all lead somewhere; undefined for anything else. */
function parsed(text: FormDataEntryValue | null, has: (part: string) => boolean): unknown {
  if (typeof text !== 'string') return undefined;
  let whole = true;
  try {
    const value: unknown = JSON.parse(text, (_key, inner) => {
      const part = typeof inner === 'string' ? REFERENCE.exec(inner)?.[1] : undefined;
      if (part !== undefined && !has(part)) whole = false;
      return inner;
    });
    return whole ? value : undefined;
  } catch {
    return undefined;
  }
}

/** `$1`, `$@1`, `$Q1` and their kin: a letter for the kind, then the part's number in hexadecimal. `$K1`, a form, may be empty. */
const REFERENCE = /^\$[@hHQWiAOoUSsLlGgMmVBrR]?([0-9a-f]+)(?::|$)/;

const numberOf = (part: string) => String(Number.parseInt(part, 16));

const FORM_ACTION = /^\$ACTION_REF_(.*)$/;

function isReadableForm(form: FormData): boolean {
  for (const key of form.keys()) {
    const prefix = FORM_ACTION.exec(key)?.[1];
    if (prefix === undefined) continue;
    const has = (part: string) => Array.isArray(parsed(form.get(`$ACTION_${prefix}:${numberOf(part)}`), () => true));
    const reference = parsed(form.get(`$ACTION_${prefix}:0`), has);
    if (typeof reference !== 'object' || reference === null || !('id' in reference)) return false;
  }
  return true;
}
