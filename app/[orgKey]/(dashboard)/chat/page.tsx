import { ChatPage } from '@/components/chat-frame/chat-page';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { orgPage } from '@/lib/session/transport';

export default async function Page({ params }: { params: Promise<{ orgKey: string }> }) {
  const { orgKey } = await params;
  await orgPage(orgKey, 'chat.read', async () => null);
  return (
    <>
      <VisuallyHidden>
        <h1>Chat</h1>
      </VisuallyHidden>
      <ChatPage />
    </>
  );
}
