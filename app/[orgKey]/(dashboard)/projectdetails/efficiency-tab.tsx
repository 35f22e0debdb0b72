import { EfficiencyView } from '@/components/efficiency/efficiency-view';
import { isBehind } from '@/components/efficiency/words';
import { addressWith, type Search, textOf } from '@/components/page/search-params';
import { periodOf } from '@/lib/efficiency/period';
import { readEfficiency } from '@/lib/efficiency/queries';
import { AskEfficiency } from '@/lib/efficiency/schema';
import { formatsFor } from '@/lib/formats';
import type { Ctx } from '@/lib/org';

/** A period that cannot be is the usual one. */
export async function readEfficiencyTab(
  ctx: Ctx,
  project: { _id: string },
  { search, path, hrefTo }: { search: Search; path: string; hrefTo: (path: string) => string },
) {
  const [from, to, what] = ['from', 'to', 'show'].map((name) => textOf(search, name) || undefined);
  const asked = AskEfficiency.safeParse({ id: project._id, from, to });
  const show = isBehind(what) ? what : null;
  const read = await readEfficiency(
    ctx,
    asked.success && periodOf(asked.data, Date.now() / 1000) ? asked.data : { id: project._id },
    show,
  );
  return (
    <EfficiencyView
      {...read}
      projectId={project._id}
      formats={formatsFor(ctx.actor)}
      show={show}
      hrefOf={(more) => addressWith(path, search, more)}
      hrefTo={hrefTo}
    />
  );
}
