/**
 * Next answers 500 to an action's body that it cannot decode. Edge safe. The format is React's (`encodeReply`,
 * ReactFlightReplyServer): part `0` holds the arguments as JSON, and texts that begin with `$` refer to other parts;
 * forms sent without scripts have `$ACTION_` fields. Accepted are the values that our actions take.
 */
export async function isReadableAction(request: Request): Promise<boolean> {
  // Lower case only, as Next compares it.
  const type = request.headers.get('content-type') ?? '';
  const isFetched = request.headers.has('next-action');
  if (!type.startsWith('multipart/form-data')) {
    if (!isFetched) return true;
    const text = await request.text();
    return isArguments(wholePart((number) => (number === 0 ? text : null), 0));
  }
  const body = request.clone();
  const form = await request.formData().catch(() => null);
  if (!form || isEncoded(new TextDecoder('latin1').decode(await body.arrayBuffer()), type)) return false;
  return isFetched ? isArguments(wholePart((number) => onlyPart(form, String(number)), 0)) : isReadableForm(form);
}

/** The most that Next calls an action with, and that React binds. */
const MOST_ARGUMENTS = 1000;
const isArguments = (value: unknown): boolean => Array.isArray(value) && value.length <= MOST_ARGUMENTS;

/** Null if there is none or more than one: React closes a part when it has arrived. */
function onlyPart(form: FormData, name: string): FormDataEntryValue | null {
  const [part = null, ...more] = form.getAll(name);
  return more.length ? null : part;
}

/** Whether a part's headers name an encoding such as base64: browsers send none, and React throws at it. */
function isEncoded(body: string, type: string): boolean {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type)?.slice(1).find(Boolean) ?? '';
  return body
    .split(`--${boundary}`)
    .some((part) => /\r\ncontent-transfer-encoding:/i.test(part.slice(0, part.indexOf('\r\n\r\n') + 2)));
}

type PartOf = (number: number) => FormDataEntryValue | null;

function wholePart(partOf: PartOf, number: number, within: readonly number[] = []): unknown {
  const text = partOf(number);
  if (typeof text !== 'string' || within.length > DEEPEST) return undefined;
  const references: string[] = [];
  let value: unknown;
  try {
    value = JSON.parse(text, (key, inner) => {
      // React takes an object with it for a promise.
      if (key === 'then') throw new SyntaxError('A promise is no argument.');
      if (typeof inner === 'string' && inner.startsWith('$') && !PLAIN.test(inner)) references.push(inner);
      return inner;
    });
  } catch {
    return undefined;
  }
  const inside = [...within, number];
  // References to references could take unlimited time.
  if (references.length > MOST_REFERENCES) return undefined;
  for (const reference of references) {
    const [, hex, path] = REFERENCE.exec(reference) ?? [];
    if (hex === undefined) return undefined;
    const part = Number.parseInt(hex, 16);
    // A reference into what is being read needs a path: an object that occurs twice.
    const whole = part === number && path ? value : inside.includes(part) ? undefined : wholePart(partOf, part, inside);
    if (whole === undefined || !leads(whole, path ? path.slice(1).split(':') : [])) return undefined;
  }
  return value;
}

const DEEPEST = 4;
const MOST_REFERENCES = 50;

function leads(value: unknown, path: readonly string[]): boolean {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return false;
    at = (at as Record<string, unknown>)[key];
  }
  return true;
}

/** An escaped `$`, a form (may be empty), values that JSON lacks, a date. */
const PLAIN =
  /^\$(?:\$|K[0-9a-f]{1,8}$|undefined$|NaN$|-?Infinity$|-0$|D\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$)/;
/** `$1`, `$@1` (a promise of it) and `$1:errors:email` (a part of it); the number is hexadecimal. */
const REFERENCE = /^\$@?([0-9a-f]{1,8})((?::[^:]+)*)$/;
const FORM_ACTION = /^\$ACTION_REF_(.*)$/;

function isReadableForm(form: FormData): boolean {
  for (const key of form.keys()) {
    const prefix = FORM_ACTION.exec(key)?.[1];
    if (prefix === undefined) continue;
    const partOf = (number: number) => onlyPart(form, `$ACTION_${prefix}:${number}`);
    const reference = wholePart(partOf, 0);
    if (typeof reference !== 'object' || reference === null || !('id' in reference)) return false;
    if (typeof reference.id !== 'string' || !('bound' in reference)) return false;
    if (reference.bound === null) continue;
    const [, bound] = /^\$@([0-9a-f]{1,8})$/.exec(String(reference.bound)) ?? [];
    if (bound === undefined || !isArguments(wholePart(partOf, Number.parseInt(bound, 16)))) return false;
  }
  return true;
}
