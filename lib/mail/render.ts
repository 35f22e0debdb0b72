import 'server-only';
import { cloneElement, isValidElement } from 'react';
import { render, toPlainText } from 'react-email';
import { isolated, isolatedIn } from '@/lib/bidi';
import { ANYBODY, type Formats, formatsFor } from '@/lib/formats';
import type { OpenedMail } from '@/lib/mail/queue';
import * as codes from '@/lib/mail/templates/codes';
import type { Mail, MailBrand } from '@/lib/mail/templates/layout';
import * as meetings from '@/lib/mail/templates/meetings';
import * as membership from '@/lib/mail/templates/membership';
import * as notices from '@/lib/mail/templates/notices';
import * as security from '@/lib/mail/templates/security';
import { cut } from '@/lib/text';

export type RenderedMail = { to: string; subject: string; html: string; text: string; links: string[] };

const TEMPLATES = { ...codes, ...meetings, ...membership, ...notices, ...security } as unknown as Record<
  string,
  (data: unknown, formats: Formats) => Mail
>;
const LONGEST_SUBJECT = 160;

/** Without line breaks: one in a header would begin another header. */
const headerLine = (text: string) => cut(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(), LONGEST_SUBJECT, '…');

/** Codes, addresses and links stay as they are; everything else is text that somebody chose. */
const NOT_WORDS = new Set([
  'code',
  'key',
  'domain',
  'path',
  'address',
  'logo',
  'until',
  'page',
  'token',
  'starts',
  'zone',
]);

// The signs that join domains, addresses and paths, with those that browsers read as a dot.
const JOINTS = /(?<=\S)[.\u2024\u3002\uFE52\uFF0E\uFF61@\uFE6B\uFF20:/](?=\S)/gu;
const unlinkedText = (text: string) => text.replace(JOINTS, '$&\u2060');

/** Mail programs make links of bare domains in people's text (`Ann evil.example`); an invisible joiner prevents it. */
const unlinked = (data: unknown): unknown => {
  if (typeof data === 'string') return unlinkedText(data);
  if (Array.isArray(data)) return data.map(unlinked);
  if (!data || typeof data !== 'object') return data;
  return Object.fromEntries(
    Object.entries(data).map(([field, value]) => [field, NOT_WORDS.has(field) ? value : unlinked(value)]),
  );
};

/** Loaded with the first email: the renderer is large. */
export async function renderMail(
  { to, template, data }: OpenedMail,
  brand?: MailBrand,
  formats: Formats = formatsFor(ANYBODY),
): Promise<RenderedMail> {
  const write = TEMPLATES[template];
  if (!write) throw new Error(`There is no mail template ${template}.`);
  const { subject, body } = write(isolatedIn(unlinked(data)), formats);
  // Every template's body is a Sheet, which places the logo.
  const html = await render(
    brand && isValidElement<{ brand?: MailBrand }>(body)
      ? cloneElement(body, { brand: { ...brand, name: isolated(unlinkedText(brand.name)) } })
      : body,
  );
  const text = toPlainText(html, {
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: false } },
    ],
  });
  const links = [
    ...new Set([...html.matchAll(/<a\b[^>]*?\shref="([^"]+)"/g)].map(([, href]) => decoded(href as string))),
  ];
  return { to, subject: headerLine(subject), html, text, links };
}

const decoded = (attribute: string) =>
  attribute.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"');
