import { ArchivePanel, ImportPanel } from '@/components/organisation-archive/section-parts';
import { SectionCard } from '@/components/page/section-card';
import type { Ctx } from '@/lib/org';
import { latestImport } from '@/lib/organisation-archive/queries.import';
import { NOT_CARRIED } from '@/lib/organisation-archive/vocabulary';

export async function dataSection(ctx: Ctx) {
  const latest = await latestImport(ctx);
  return (
    <>
      <SectionCard title="Export">
        <p className="max-w-[72ch] text-base text-text-2">
          One archive with everything of the organisation: tables as JSON Lines with their schema, and all files.
          Another installation, or this one, makes an equal organisation of it. All admins are told, and the audit log
          keeps it.
        </p>
        <p className="mt-3 text-base text-text-2">Not in it:</p>
        <ul className="mt-1 mb-4 list-disc space-y-1 pl-5 text-base text-text-2">
          {NOT_CARRIED.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        <ArchivePanel />
      </SectionCard>
      <SectionCard title="Import">
        <p className="mb-4 max-w-[72ch] text-base text-text-2">
          Makes the organisation of an archive here. People come as seats that wait: nobody is written to, and each
          takes their own by their email address. An archive that cannot be taken as a whole leaves nothing behind.
        </p>
        <ImportPanel {...latest} />
      </SectionCard>
    </>
  );
}
