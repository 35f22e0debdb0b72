import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Chat', robots: { index: false } };

/** Shown inside a frame. */
export default function EmbeddedChat() {
  return (
    <main id="main" tabIndex={-1} className="flex min-h-dvh flex-col items-center justify-center gap-2 p-8 text-center">
      <h1 className="text-lg font-semibold">Chat is not available yet</h1>
      <p className="max-w-[52ch] text-base text-text-2">
        This page is for messages between the people of your organisation. For now, discuss work in the comments of a
        task.
      </p>
    </main>
  );
}
