import 'server-only';
import type { FileAnswer } from '@/lib/contract/endpoint';
import { formatsFor } from '@/lib/formats';
import type { Ctx } from '@/lib/org';
import { getSignOff } from '@/lib/sign-off/queries';
import { recordHtml } from '@/lib/sign-off/record';

/** To keep: who asked, who decided what and when, about which content, with its hash. */
export async function serveRecord(ctx: Ctx, { id }: { id: string }): Promise<FileAnswer> {
  const signOff = await getSignOff(ctx, { id });
  const { subject, created_at } = signOff;
  const project = subject.project_id
    ? await ctx.db.project.findFirst({ where: { id: subject.project_id }, select: { name: true } })
    : null;
  const formats = formatsFor(ctx.actor);
  return {
    name: `sign-off-${(subject.key ?? subject.kind).toLowerCase()}-${created_at.slice(0, 10)}.html`,
    type: 'text/html; charset=utf-8',
    body: recordHtml(signOff, { organisation: ctx.org.name, project: project?.name ?? null, formats, now: Date.now() }),
  };
}
