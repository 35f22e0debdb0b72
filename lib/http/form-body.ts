/** Of a form or an action's arguments, in bytes: as much as Next takes (`serverActions.bodySizeLimit`). */
const MOST_BYTES = 1024 * 1024;
const MOST_FIELDS = 1_000;

export type BodyRefusal = { status: 400 | 413; message: string };

/**
 * Why the body of a form is refused before Next, which answers 500 to what is too large or no form at all. What is in its
 * fields is checked by the action that gets them. Edge safe.
 */
export async function refusalOfBody(request: Request): Promise<BodyRefusal | null> {
  if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES) return TOO_LARGE;
  const type = request.headers.get('content-type') ?? '';
  // Next compares in lower case only.
  const isMultipart = type.startsWith('multipart/form-data');
  const body = await request.clone().arrayBuffer();
  if (body.byteLength > MOST_BYTES) return TOO_LARGE;
  if (!isMultipart) return null;
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => null);
  if (!form) return UNREADABLE;
  return [...form.keys()].length > MOST_FIELDS ? TOO_LARGE : null;
}

const TOO_LARGE: BodyRefusal = { status: 413, message: 'This form is too large.' };
const UNREADABLE: BodyRefusal = {
  status: 400,
  message: 'This form cannot be read. Reload the page and send it again.',
};
