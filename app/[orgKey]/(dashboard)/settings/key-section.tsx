import { KeyButton } from '@/components/organisation/key-button';
import { SectionCard } from '@/components/page/section-card';
import { isolated } from '@/lib/bidi';
import { env } from '@/lib/env';
import type { Ctx } from '@/lib/org';
import { canGovern } from '@/lib/organisation/policy';
import { getOrganisation } from '@/lib/organisation/queries';
import { linksOf } from '@/lib/tenant/organisation-path';

/** The present key, and former keys that still lead here. */
export async function keySection(ctx: Ctx) {
  const { sub_domain: key, former_keys: former, name } = await getOrganisation(ctx);
  return (
    <SectionCard title="Key">
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-2 text-base">
        <dt className="text-text-2">Key</dt>
        <dd className="font-mono break-all">{key}</dd>
        <dt className="text-text-2">Login</dt>
        <dd className="font-mono break-all">{new URL(linksOf(key, null)('login'), env.appUrl).href}</dd>
        {env.rootDomain && (
          <>
            <dt className="text-text-2">Subdomain</dt>
            <dd className="font-mono break-all">{`${key}.${env.rootDomain}`}</dd>
          </>
        )}
        {former.length > 0 && (
          <>
            <dt className="text-text-2">Previous keys</dt>
            <dd className="font-mono break-all">{former.join(', ')}</dd>
          </>
        )}
      </dl>
      <p className="mt-4 text-sm text-text-2">
        Every link to {isolated(name)} starts with its key.
        {former.length > 0 &&
          ' Links with a previous key redirect to the current one, and no other organisation can use it.'}
      </p>
      <div className="mt-4">
        {canGovern(ctx.actor) ? <KeyButton /> : <p className="text-sm text-text-2">Only an admin can change it.</p>}
      </div>
    </SectionCard>
  );
}
