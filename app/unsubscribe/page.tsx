import { searchText } from '@/app/(public)/entry-urls';
import { AuthFrame } from '@/components/auth/auth-frame';
import { AuthHeading } from '@/components/auth/auth-heading';
import { Button } from '@/components/ui/button';
import { env } from '@/lib/env';
import { openUnsubscribe } from '@/lib/notification/queries.unsubscribe';

export default async function UnsubscribePage({ searchParams }: PageProps<'/unsubscribe'>) {
  const token = (await searchText(searchParams, 'token')) ?? '';
  const done = await searchText(searchParams, 'done');
  const link = openUnsubscribe(token);
  const off = done === 'off';
  return (
    <AuthFrame vendor={env.vendor}>
      <title>Emails about notifications · Guildhall</title>
      {!link && (
        <AuthHeading title="This link is not valid">
          It may be incomplete. You can end these emails under Notifications.
        </AuthHeading>
      )}
      {link && (
        <>
          <AuthHeading title={off ? 'You get no more of these emails' : 'Emails about notifications'}>
            {off
              ? `${link.organisation} sends you no more emails about notifications. They are still in your inbox there.`
              : done === 'on'
                ? `${link.organisation} sends you emails about notifications again.`
                : `${link.organisation} sends you emails about tasks, mentions and comments. Codes and notices about your account are always sent.`}
          </AuthHeading>
          <form method="post" action={`/api/unsubscribe/${encodeURIComponent(token)}`}>
            <input type="hidden" name="emails" value={off ? 'on' : 'off'} />
            <Button type="submit" variant={off ? 'secondary' : 'primary'} size="touch" wide>
              {off ? 'Send them again' : 'Stop these emails'}
            </Button>
          </form>
        </>
      )}
    </AuthFrame>
  );
}
