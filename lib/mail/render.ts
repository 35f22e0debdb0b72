import 'server-only';
import { cloneElement, isValidElement } from 'react';
import { render, toPlainText } from 'react-email';
import { ANYBODY, type Formats, formatsFor } from '@/lib/formats';
import type { OpenedMail } from '@/lib/mail/queue';
import * as codes from '@/lib/mail/templates/codes';
import type { Mail, MailBrand } from '@/lib/mail/templates/layout';
import * as membership from '@/lib/mail/templates/membership';
import * as security from '@/lib/mail/templates/security';

/** An email as it leaves. */
export type RenderedMail = { to: string; subject: string; html: string; text: string; links: string[] };

const TEMPLATES = { ...codes, ...membership, ...security } as unknown as Record<
  string,
  (data: unknown, formats: Formats) => Mail
>;
const LONGEST_SUBJECT = 160;

/** One line, whatever the names in it hold: a line break in a header would begin another header. */
const headerLine = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_SUBJECT);

/** Codes, addresses and links are left as they are; everything else is words that somebody chose. */
const NOT_WORDS = new Set(['code', 'key', 'domain', 'path', 'address', 'logo', 'until']);

// Whatever a domain, an address or a path is put together with; also what browsers read as a dot.
const JOINTS = /(?<=\S)[.\u2024\u3002\uFE52\uFF0E\uFF61@\uFE6B\uFF20:/](?=\S)/gu;
const unlinkedText = (text: string) => text.replace(JOINTS, '$&\u2060');

/**
 * A bare domain in somebody's words (`Ann evil.example`) becomes a link in many mail programs, whatever the email says. A
 * joiner that shows nothing, behind each sign that could hold a domain or an address together, keeps it text.
 */
const unlinked = (data: unknown): unknown =>
  data && typeof data === 'object' && !Array.isArray(data)
    ? Object.fromEntries(
        Object.entries(data).map(([field, value]) => [
          field,
          typeof value === 'string' && !NOT_WORDS.has(field) ? unlinkedText(value) : value,
        ]),
      )
    : data;

/** HTML and text of a queued mail. Loaded when the first email leaves: the renderer is large. */
export async function renderMail(
  { to, template, data }: OpenedMail,
  brand?: MailBrand,
  formats: Formats = formatsFor(ANYBODY),
): Promise<RenderedMail> {
  const write = TEMPLATES[template];
  if (!write) throw new Error(`There is no mail template ${template}.`);
  const { subject, body } = write(unlinked(data), formats);
  // Every template's body is a Sheet, which knows where the logo goes.
  const html = await render(
    brand && isValidElement<{ brand?: MailBrand }>(body)
      ? cloneElement(body, { brand: { ...brand, name: unlinkedText(brand.name) } })
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
