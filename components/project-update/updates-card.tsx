import { SectionCard } from '@/components/page/section-card';
import { UPDATE_TONE } from '@/components/project-update/update-tone';
import { Ago } from '@/components/ui/ago';
import { Badge, ClientBadge } from '@/components/ui/badge';
import { AvatarPopover } from '@/components/ui/overlay/avatar-popover';
import { bidi, isolated } from '@/lib/bidi';
import type { UpdateRecord } from '@/lib/project-update/schema';
import { UPDATE_FIELD_LABEL, UPDATE_FIELDS, UPDATE_HEALTH_LABEL } from '@/lib/project-update/vocabulary';
import { UpdateActions } from './update-actions';
import { WriteUpdateButton } from './write-update';

/** How the project stands in somebody's words, the newest in full. */
export function UpdatesCard({
  projectId,
  updates,
  more,
  mayWrite,
  isClient,
}: {
  projectId: string;
  /** Newest first. */
  updates: readonly UpdateRecord[];
  /** How many there are besides. */
  more: number;
  mayWrite: boolean;
  isClient: boolean;
}) {
  const [latest, ...earlier] = updates;
  if (!latest && !mayWrite) return null;
  return (
    <SectionCard title="Latest update" beside={mayWrite && <WriteUpdateButton projectId={projectId} />}>
      {latest ? (
        <Update update={latest} isClient={isClient} />
      ) : (
        <p className="text-base text-text-2">
          No update yet. Say in a few sentences how the project stands: those who follow it are told.
        </p>
      )}
      {earlier.length > 0 && (
        <details className="mt-4 border-t border-border pt-3">
          <summary className="min-h-8 cursor-pointer rounded-sm text-base font-medium pointer-coarse:min-h-11">
            Earlier updates
          </summary>
          <ol className="mt-2 flex flex-col divide-y divide-border">
            {earlier.map((update) => (
              <li key={update._id} className="py-4 first:pt-1 last:pb-0">
                <Update update={update} isClient={isClient} />
              </li>
            ))}
          </ol>
          {more > 0 && <p className="pt-3 text-sm text-text-3">{more} more before these.</p>}
        </details>
      )}
    </SectionCard>
  );
}

function Update({ update, isClient }: { update: UpdateRecord; isClient: boolean }) {
  const { author, health, audience, created_at, edited_at, rights } = update;
  const facts = factsInWords(update);
  return (
    <article className="min-w-0">
      <header className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-text-2">
        <Badge tone={UPDATE_TONE[health]}>{UPDATE_HEALTH_LABEL[health]}</Badge>
        {author && (
          <span className="inline-flex min-w-0 items-center gap-2">
            <AvatarPopover person={{ id: author._id, name: author.name, picture: author.pic }} />
            <span className="truncate">{isolated(author.name)}</span>
          </span>
        )}
        <Ago at={created_at} />
        {edited_at && <span className="text-text-3">changed</span>}
        {!isClient && audience === 'client' && <ClientBadge />}
        {(rights.edit || rights.delete) && (
          <span className="ml-auto">
            <UpdateActions update={update} />
          </span>
        )}
      </header>
      <dl className="mt-2 flex flex-col gap-2 text-base">
        {UPDATE_FIELDS.filter((field) => update[field]).map((field) => (
          <div key={field}>
            <dt className="text-sm font-semibold">{UPDATE_FIELD_LABEL[field]}</dt>
            <dd dir="auto" className="break-words whitespace-pre-line">
              {update[field]}
            </dd>
          </div>
        ))}
      </dl>
      {facts.length > 0 && (
        <ul aria-label="Since the update before" className="mt-2 flex flex-wrap gap-x-3 gap-y-0.5 text-sm text-text-2">
          {facts.map((fact) => (
            <li key={fact}>{isolated(fact)}</li>
          ))}
        </ul>
      )}
    </article>
  );
}

/** What happened since the one before; nothing is said of what did not. */
function factsInWords({ facts: { completed, added, late, milestones } }: UpdateRecord): string[] {
  return [
    ...(completed ? [`${completed} completed`] : []),
    ...(added ? [`${added} new`] : []),
    ...(late ? [`${late} late`] : []),
    ...milestones.map(({ name, change }) => bidi`${name} ${change === 'reached' ? 'reached' : 'moved'}`),
  ];
}
