import sharp from 'sharp';
import type { DemoFile, DemoFolder } from './demo-data';

const text = (words: string) => () => Buffer.from(words);
const picture =
  (shapes: string, width = 960, height = 640) =>
  () =>
    sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`))
      .png()
      .toBuffer();

/** One page of text that every viewer opens. */
const page = (title: string, lines: readonly string[]) => () => {
  const said = (words: string) => `(${words.replace(/[()\\]/g, '\\$&')}) Tj T*`;
  const words = `BT /F1 20 Tf 60 770 Td 26 TL ${said(title)} /F1 11 Tf 16 TL ${lines.map(said).join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${words.length} >>\nstream\n${words}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${body}${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
  );
};

const LOGO = `<rect width="960" height="640" fill="#f4efe6"/><circle cx="480" cy="290" r="170" fill="#3a2a1e"/>
  <path d="M480 150 q70 140 0 280 q-70-140 0-280" fill="#c98a4b"/>
  <text x="480" y="560" font-family="sans-serif" font-size="64" text-anchor="middle" fill="#3a2a1e">Northwind</text>`;
const ROASTERY = `<rect width="960" height="640" fill="#c9d6df"/><rect y="430" width="960" height="210" fill="#5b4636"/>
  <rect x="180" y="210" width="360" height="250" fill="#8b2f2f"/><rect x="240" y="270" width="90" height="90" fill="#f7e7b4"/>
  <rect x="390" y="270" width="90" height="190" fill="#3a2a1e"/><circle cx="760" cy="140" r="60" fill="#f7d560"/>`;
const SLIDER = `<rect width="960" height="640" fill="#f4efe6"/><rect width="960" height="72" fill="#3a2a1e"/>
  <g font-family="sans-serif" fill="#3a2a1e"><text x="40" y="46" font-size="26" fill="#f4efe6">Northwind Coffee</text>
  <text x="80" y="170" font-size="44">Beans for your café</text><text x="80" y="470" font-size="34">12 bags a month</text></g>
  <rect x="80" y="350" width="800" height="12" rx="6" fill="#d8cbb8"/><rect x="80" y="350" width="430" height="12" rx="6" fill="#c98a4b"/>
  <circle cx="510" cy="356" r="34" fill="none" stroke="#2f6fed" stroke-width="6"/><circle cx="510" cy="356" r="24" fill="#c98a4b"/>`;

export const folders: DemoFolder[] = [
  { project: 'WEB', path: 'Brand', by: 'leader', client: true, hoursAgo: 600 },
  { project: 'WEB', path: 'Brand/Photographs', by: 'leader', client: true, hoursAgo: 590 },
  { project: 'WEB', path: 'Drafts', by: 'user', hoursAgo: 400 },
  { project: null, path: 'Templates', by: 'admin', hoursAgo: 2_000 },
];

export const files: DemoFile[] = [
  {
    project: 'WEB',
    folder: 'Brand',
    name: 'Northwind logo.png',
    type: 'image/png',
    by: 'client',
    client: true,
    hoursAgo: 46,
    versions: [picture(LOGO)],
  },
  {
    project: 'WEB',
    folder: 'Brand',
    name: 'Colours.csv',
    type: 'text/csv',
    by: 'leader',
    client: true,
    hoursAgo: 300,
    versions: [text('name,hex,use\nRoast,#3a2a1e,text\nCaramel,#c98a4b,buttons\nOat,#f4efe6,background\n')],
  },
  {
    project: 'WEB',
    folder: 'Brand/Photographs',
    name: 'Roastery.png',
    type: 'image/png',
    by: 'leader',
    client: true,
    hoursAgo: 200,
    versions: [picture(ROASTERY)],
  },
  {
    project: 'WEB',
    folder: 'Drafts',
    name: 'Sitemap notes.md',
    type: 'text/markdown',
    by: 'user',
    hoursAgo: 90,
    versions: [
      text(
        '# Sitemap\n\n- Home\n- Shop\n  - Beans\n  - Subscriptions\n- Story\n- Visit us\n\nThe shop comes before the story: half of the visits are orders.\n',
      ),
    ],
  },
  {
    project: 'WEB',
    folder: 'Drafts',
    name: 'Hosting offers.csv',
    type: 'text/csv',
    by: 'leader',
    hoursAgo: 70,
    versions: [
      text('provider,monthly,support,place\nFjordnet,62,day and night,Oslo\nBigcloud,118,business hours,Dublin\n'),
    ],
  },
  {
    project: 'WEB',
    name: 'Launch plan.pdf',
    type: 'application/pdf',
    by: 'leader',
    client: true,
    hoursAgo: 96,
    versions: [
      page('Launch plan', ['Week 1: content is complete', 'Week 2: tests with six customers', 'Week 3: launch']),
      page('Launch plan', [
        'Week 1: content is complete',
        'Week 2: tests with six customers',
        'Week 4: launch with the spring blend',
      ]),
    ],
  },
  {
    project: 'WEB',
    name: 'Kick-off minutes.md',
    type: 'text/markdown',
    by: 'leader',
    hoursAgo: 700,
    versions: [text('# Kick-off\n\nPresent: Northwind, Acme.\n\n1. The budget is fixed.\n2. The launch is not.\n')],
  },
  {
    project: 'WEB',
    task: 'WEB-1',
    name: 'Logo outlines.png',
    type: 'image/png',
    by: 'client',
    client: true,
    hoursAgo: 45,
    versions: [picture(LOGO.replace('#f4efe6', '#ffffff'))],
  },
  {
    project: 'WEB',
    task: 'WEB-1',
    comment: 2,
    name: 'Logo from the printer.png',
    type: 'image/png',
    by: 'user',
    client: true,
    hoursAgo: 20,
    versions: [picture(`<filter id="f"><feGaussianBlur stdDeviation="7"/></filter><g filter="url(#f)">${LOGO}</g>`)],
  },
  {
    project: 'WEB',
    task: 'WEB-2',
    name: 'Offer of Fjordnet.pdf',
    type: 'application/pdf',
    by: 'leader',
    hoursAgo: 70,
    versions: [page('Offer: hosting', ['62 a month', 'Help by telephone, day and night', 'Data centre in Oslo'])],
  },
  {
    project: 'WEB',
    task: 'WEB-2',
    name: 'Comparison.csv',
    type: 'text/csv',
    by: 'leader',
    hoursAgo: 30,
    versions: [
      text('wanted,Fjordnet,Bigcloud\nunder 90 a month,yes,no\nhelp at night,yes,no\ndaily backups,asked,asked\n'),
    ],
  },
  {
    project: 'WEB',
    task: 'WEB-7',
    comment: 1,
    name: 'Screenshot of the slider.png',
    type: 'image/png',
    by: 'user',
    client: true,
    hoursAgo: 22,
    versions: [picture(SLIDER)],
  },
  {
    // Said in the chat (acme-chat.ts).
    project: 'WEB',
    name: 'Header with the new logo.png',
    type: 'image/png',
    by: 'user',
    hoursAgo: 2.5,
    versions: [picture(SLIDER.replace('Beans for your café', 'The new header'))],
  },
  {
    project: null,
    folder: 'Templates',
    name: 'Offer.md',
    type: 'text/markdown',
    by: 'admin',
    hoursAgo: 1_900,
    versions: [text('# Offer\n\nFor: …\n\n| Part | Days |\n| --- | --- |\n| Design | |\n| Build | |\n')],
  },
];
