import { JoinRules } from '@/components/organisation/section-parts';
import { SectionCard } from '@/components/page/section-card';
import type { Ctx } from '@/lib/org';
import { canGovern } from '@/lib/organisation/policy';
import { getOrganisation } from '@/lib/organisation/queries';
import { JOIN_RULE_HINT, JOIN_RULE_LABEL } from '@/lib/organisation/vocabulary';

export async function joiningSection(ctx: Ctx) {
  const settings = await getOrganisation(ctx);
  const { join_rule: rule, join_domains: domains } = settings;
  return (
    <SectionCard title="Joining">
      {canGovern(ctx.actor) ? (
        <JoinRules settings={settings} />
      ) : (
        <>
          <p className="text-base font-medium">{JOIN_RULE_LABEL[rule]}</p>
          <p className="text-sm text-text-2">{JOIN_RULE_HINT[rule]}</p>
          <p className="mt-4 text-base">
            Verified domains: {domains.length ? <span className="font-mono">{domains.join(', ')}</span> : 'none'}
          </p>
          <p className="mt-4 text-sm text-text-2">Only an admin can change this.</p>
        </>
      )}
    </SectionCard>
  );
}
