import type { Metadata } from 'next';
import { FrameApp } from '@/components/chat-frame/frame-app';
import { ChatNotOpened } from '@/components/chat-frame/not-opened';
import { env } from '@/lib/env';
import { getShell } from '@/lib/member/queries';
import { createsOf } from '@/lib/permission/policy';
import { liveConfigOf } from '@/lib/realtime/live-config';
import { listRooms } from '@/lib/room/queries';
import { chatPage } from '@/lib/session/transport';
import { chatOrigin, chatParent } from '@/lib/tenant/chat-host';
import { workflowsFor } from '@/lib/workflow/policy';

export const metadata: Metadata = {
  title: 'Chat',
  robots: { index: false },
  referrer: 'no-referrer',
};

/** Shown inside a frame. */
export default async function EmbeddedChat({ searchParams }: { searchParams: Promise<Record<string, unknown>> }) {
  const { room, message, parent } = await searchParams;
  const text = (value: unknown) => (typeof value === 'string' && value ? value : null);
  const origin = chatParent(text(parent));
  const read = await chatPage(async (ctx) => {
    const { org, member } = await getShell(ctx);
    const { docs } = await listRooms(ctx, { page: 1, limit: 200 });
    return {
      rooms: docs,
      organisationId: ctx.org.id,
      reader: { locale: ctx.actor.locale, timeZone: ctx.actor.timeZone },
      shell: {
        organisation: org,
        host: null,
        // Its own host serves no other page, so what it links to is on the one around it.
        pagesOrigin: (chatOrigin() && origin) ?? undefined,
        member: { ...member, email: ctx.actor.email },
        creates: createsOf(ctx.actor),
        projectIds: [...ctx.actor.projectIds],
        unread: 0,
        timer: null,
        workflows: workflowsFor(ctx.actor, ctx.workflows),
        projects: [],
        organisations: [],
      },
    };
  });
  if (!read) return <ChatNotOpened parent={origin} />;
  return (
    <FrameApp
      {...read}
      live={liveConfigOf(env.realtime)}
      atService={Boolean(env.uploadthingToken)}
      parent={origin}
      place={{ room: text(room), message: text(message) }}
    />
  );
}
