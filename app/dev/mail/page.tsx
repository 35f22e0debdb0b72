import { Inbox, MailOpen } from 'lucide-react';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { searchText } from '@/app/(public)/entry-urls';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { env } from '@/lib/env';
import { type KeptMail, listMails, readMail } from '@/lib/mail/sink';

export const metadata: Metadata = { title: 'Sent emails' };
export const dynamic = 'force-dynamic';

/** Emails as they would be sent; only in demo and development. */
export default async function DevMailPage({ searchParams }: PageProps<'/dev/mail'>) {
  if (env.mode === 'production') notFound();
  const to = (await searchText(searchParams, 'to')).toLowerCase();
  const id = await searchText(searchParams, 'id');
  const mails = await listMails(to || null);
  const open = (id && (await readMail(id))) || null;
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-6xl px-4 py-8 sm:px-8">
      <h1 className="text-2xl font-title">Sent emails</h1>
      <p className="mt-2 max-w-[70ch] text-read text-text-2">
        No mail server is configured, so emails are saved on this machine instead of being sent. This page exists only
        in the demo and in development.
      </p>
      {to && (
        <p className="mt-2 text-base">
          To {to} only.{' '}
          <Link href="/dev/mail" prefetch={false} className="text-accent-text underline">
            Show all
          </Link>
        </p>
      )}
      {mails.length === 0 ? (
        <EmptyState icon={<Inbox />} title="No emails yet">
          Register an organisation, ask to join one or invite somebody: the emails appear here.
        </EmptyState>
      ) : (
        <div className="mt-6 grid items-start gap-6 min-[900px]:grid-cols-[340px_minmax(0,1fr)]">
          <MailList mails={mails} openId={open?.id ?? null} to={to} />
          {open ? (
            <OpenMail mail={open} />
          ) : (
            <EmptyState icon={<MailOpen />} title="Choose an email">
              It opens here.
            </EmptyState>
          )}
        </div>
      )}
    </main>
  );
}

function MailList({ mails, openId, to }: { mails: KeptMail[]; openId: string | null; to: string }) {
  return (
    <nav aria-label="Emails">
      <ul className="divide-y divide-border overflow-hidden rounded-lg border border-border bg-surface">
        {mails.map(({ id, subject, to: recipient, sent_at }) => (
          <li key={id}>
            <Link
              href={`/dev/mail?id=${id}${to ? `&to=${encodeURIComponent(to)}` : ''}`}
              prefetch={false}
              aria-current={id === openId ? 'page' : undefined}
              className="block px-3 py-2.5 hover:bg-hover focus-visible:-outline-offset-2 aria-[current]:bg-selected"
            >
              <span dir="auto" className="block truncate text-base font-medium">
                {subject}
              </span>
              <span className="block truncate text-sm text-text-2">{recipient}</span>
              <time dateTime={sent_at} className="block text-xs text-text-2">
                {sent_at.slice(0, 16).replace('T', ' ')} UTC
              </time>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function OpenMail({ mail }: { mail: KeptMail }) {
  return (
    <article aria-labelledby="subject" className="min-w-0 rounded-lg border border-border bg-surface p-5">
      <h2 dir="auto" id="subject" className="text-lg font-semibold break-words">
        {mail.subject}
      </h2>
      <p className="mt-1 text-sm text-text-2 break-words">
        From {mail.from} to {mail.to}
      </p>
      {mail.links.length > 0 && (
        <>
          <h3 className="mt-5 text-base font-semibold">Links</h3>
          <ul className="mt-1 space-y-1">
            {mail.links.map((href) => (
              <li key={href}>
                <a href={href} className="text-base break-all text-accent-text underline">
                  {href}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 className="mt-5 text-base font-semibold">Text</h3>
      <pre dir="auto" className="mt-1 font-sans text-base whitespace-pre-wrap break-words">
        {mail.text}
      </pre>
      <h3 className="mt-5 mb-2 text-base font-semibold">Preview</h3>
      {/* No scripts and no origin: what is in an email can do nothing here. */}
      <iframe
        title="Preview of the email"
        sandbox=""
        srcDoc={mail.html}
        className="h-[560px] w-full rounded-sm border border-border"
      />
    </article>
  );
}
