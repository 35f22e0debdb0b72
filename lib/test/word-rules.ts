import { isTest, type Sources } from './sources';

type Kind = 'text' | 'name' | 'comment';
type Word = { refused: RegExp; say: string; in: readonly Kind[] };

/**
 * The one list of words that nobody but their author understands, and what to say instead. `text`: what people read on
 * screens, in emails and answers; `name`: what a file declares; `comment`: comments. A further word is a further line.
 */
const WORDS: readonly Word[] = [
  { refused: /\bmails\b/i, say: 'emails', in: ['text', 'comment'] },
  { refused: /\b(?:a|this|that|each) mail\b(?! (?:server|program|client|template))/i, say: 'an email', in: ['text'] },
  { refused: /\b(?:your|new|unknown|another) address\b/i, say: 'email, link or IP address', in: ['text'] },
  { refused: /\bfound(?:s|ing|ed)? (?:an|one|another|further)\b/i, say: 'create', in: ['text', 'comment'] },
  { refused: /\bcounts? (?:once|no (?:more|longer)|for \d)/i, say: 'works once, is valid for', in: ['text'] },
  { refused: /\b(?:is|are) over\b(?! \d)/i, say: 'has expired, is no longer valid', in: ['text'] },
  { refused: /\by?ours? to (?:see|hear)\b|\bnot open to\b/i, say: 'do not have access', in: ['text'] },
  { refused: /\b(?:code|password) is not right\b/i, say: 'wrong', in: ['text'] },
  { refused: /\bYour role does not (?!allow)/, say: 'Your role cannot', in: ['text'] },
  { refused: /\bmeanwhile\b|\bat this moment\b/i, say: 'in the meantime, just now', in: ['text'] },
  { refused: /\bta?o?ken? .{0,30}\bback\b/i, say: 'revoke, restore', in: ['text'] },
  { refused: /\bseats?\b/i, say: 'membership', in: ['text'] },
  {
    refused: /\bheirs?\b|\bwish(?:es)? (?:to|for)\b/i,
    say: 'new assignee or leader; request',
    in: ['text', 'comment'],
  },
  { refused: /(?<![Tt])[Hh]eir|[Ww]ish|[Tt]aker/, say: 'new assignee or leader; request', in: ['name'] },
  { refused: /Address/, say: 'Email, Url or Ip', in: ['name'] },
  { refused: /Founding|Further|[Oo]nward/, say: 'new, another, next', in: ['name'] },
];

const COMMENT = /^\s*(?:\/\/|\/\*\*?|\*(?!\/)).*$|\s\/\/ .*$/gm;
const PLACEHOLDER = /\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g;
const LITERAL = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
const SQL = /^.\s*(?:select|insert|update|delete|with|from|case|left join)\b/;
const JSX_TEXT = /(?<![=-])>([^<>{}();=]+)(?=[<{])|\}([^<>{}();=]+)(?=<)/g;
const DECLARED = /\b(?:const|let|function|type|class|interface) (\w+)/g;

/** What people read in a source: sentences in literals, and text between tags. */
function textsOf(file: string, source: string): string[] {
  const code = source.replace(COMMENT, '').replace(PLACEHOLDER, '…');
  const literals = [...code.matchAll(LITERAL)].map(([text]) => text).filter((text) => !SQL.test(text));
  const shown = file.endsWith('.tsx') ? [...code.matchAll(JSX_TEXT)].map(([, one, other]) => one ?? other ?? '') : [];
  return [...literals, ...shown].map((text) => text.replace(/\s+/g, ' ')).filter((text) => / /.test(text.trim()));
}

const READ: Record<Kind, (file: string, source: string) => string[]> = {
  text: (file, source) => (isTest(file) ? [] : textsOf(file, source)),
  name: (_, source) =>
    [...source.matchAll(DECLARED)].map(([, name]) => name as string).filter((name) => !GIVEN.test(name)),
  comment: (_, source) => [...source.matchAll(COMMENT)].map(([line]) => line),
};

/** Where an address is one of the network. */
const NETWORK = /^lib\/(?:http|realtime|attempts|tenant|test)\/|^scripts\/|^bench\/|^components\/live\/|^e2e\/faults\//;
/** Names that the endpoints' paths and Node.js give. */
const GIVEN = /^(?:change|confirm|cancel)Address$|^(?:Change|Confirm)Address$|^AddressInfo$/;

function refusedWords(sources: Sources): string[] {
  return [...sources]
    .filter(([file]) => !/(?:word-rules|architecture\.test)\.ts$/.test(file))
    .flatMap(([file, source]) =>
      (Object.keys(READ) as Kind[]).flatMap((kind) => {
        if (kind === 'text' ? !/^(app|components|lib)\//.test(file) : kind === 'name' && NETWORK.test(file)) return [];
        const texts = READ[kind](file, source);
        return WORDS.filter((word) => word.in.includes(kind)).flatMap(({ refused, say }) =>
          texts
            .filter((text) => refused.test(text))
            .map((text) => `${file}: ${text.trim().slice(0, 90)} (say: ${say})`),
        );
      }),
    );
}

export const WORD_RULES = [
  {
    name: 'words are the field’s',
    because: 'a name, a comment and a message are understood without knowing who wrote them',
    broken: refusedWords,
  },
];
