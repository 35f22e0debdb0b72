/**
 * Whether the body of a server action can be read at all, judged before Next decodes it: what Next cannot decode it answers
 * with 500, as if the fault were ours. Edge safe. The format is React's (`encodeReply`, ReactFlightReplyServer): part `0`
 * holds the arguments as JSON, texts that begin with `$` stand for other values and refer to other parts; a form that is
 * sent before scripts have loaded holds the action in fields that begin with `$ACTION_`. Of React's values those are let
 * through that our actions take: text, numbers, dates, plain objects and lists, and forms.
 */
export async function isReadableAction(request: Request): Promise<boolean> {
  // In small letters alone, as Next compares it.
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

/** Next refuses to call an action with more, and React to bind more to it. */
const MOST_ARGUMENTS = 1000;
const isArguments = (value: unknown): boolean => Array.isArray(value) && value.length <= MOST_ARGUMENTS;

/** The part of this name; null if there is none, or more than one: React closes a part when it has arrived. */
function onlyPart(form: FormData, name: string): FormDataEntryValue | null {
  const [part = null, ...more] = form.getAll(name);
  return more.length ? null : part;
}

/** Whether the headers of any part name an encoding such as base64: no browser sends one, and React throws at it. */
function isEncoded(body: string, type: string): boolean {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type)?.slice(1).find(Boolean) ?? '';
  return body
    .split(`--${boundary}`)
    .some((part) => /\r\ncontent-transfer-encoding:/i.test(part.slice(0, part.indexOf('\r\n\r\n') + 2)));
}

type PartOf = (number: number) => FormDataEntryValue | null;

/** A part as JSON, if whatever it refers to is there and can be read too; undefined otherwise. */
function wholePart(partOf: PartOf, number: number, within: readonly number[] = []): unknown {
  const text = partOf(number);
  if (typeof text !== 'string' || within.length > DEEPEST) return undefined;
  const references: string[] = [];
  let value: unknown;
  try {
    value = JSON.parse(text, (key, inner) => {
      // React takes whatever has it for a promise.
      if (key === 'then') throw new SyntaxError('A promise is no argument.');
      if (typeof inner === 'string' && inner.startsWith('$') && !PLAIN.test(inner)) references.push(inner);
      return inner;
    });
  } catch {
    return undefined;
  }
  const inside = [...within, number];
  // A body of references that refer to references would take as long as its author likes.
  if (references.length > MOST_REFERENCES) return undefined;
  for (const reference of references) {
    const [, hex, path] = REFERENCE.exec(reference) ?? [];
    if (hex === undefined) return undefined;
    const part = Number.parseInt(hex, 16);
    // Into what is being read leads only a path: an object that stands there twice.
    const whole = part === number && path ? value : inside.includes(part) ? undefined : wholePart(partOf, part, inside);
    if (whole === undefined || !leads(whole, path ? path.slice(1).split(':') : [])) return undefined;
  }
  return value;
}

const DEEPEST = 4;
const MOST_REFERENCES = 50;

/** Whether a path of keys ends at something; on its way are plain objects and lists. */
function leads(value: unknown, path: readonly string[]): boolean {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return false;
    at = (at as Record<string, unknown>)[key];
  }
  return true;
}

/** A `$` that was written, a form (which may be empty), what JSON has no word for, a date. */
const PLAIN =
  /^\$(?:\$|K[0-9a-f]{1,8}$|undefined$|NaN$|-?Infinity$|-0$|D\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$)/;
/** `$1`, `$@1` (a promise of it) and `$1:errors:email` (a part of it): the number is hexadecimal. */
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
