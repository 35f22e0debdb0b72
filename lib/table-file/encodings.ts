/** How the bytes of a text file can be read, and what each is called. No decoder here: this file ships to browsers. */

/** WHATWG names, which `TextDecoder` knows; the usual ones first. */
export const ENCODING_LABEL = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252 (Western Europe)',
  'windows-1250': 'Windows-1250 (Central Europe)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'windows-1253': 'Windows-1253 (Greek)',
  'windows-1254': 'Windows-1254 (Turkish)',
  'windows-1255': 'Windows-1255 (Hebrew)',
  'windows-1256': 'Windows-1256 (Arabic)',
  'windows-1257': 'Windows-1257 (Baltic)',
  'windows-874': 'Windows-874 (Thai)',
  'iso-8859-2': 'ISO-8859-2 (Central Europe)',
  'iso-8859-5': 'ISO-8859-5 (Cyrillic)',
  'iso-8859-7': 'ISO-8859-7 (Greek)',
  'iso-8859-15': 'ISO-8859-15 (Western Europe)',
  'koi8-r': 'KOI8-R (Cyrillic)',
  macintosh: 'MacRoman (old Macs)',
  shift_jis: 'Shift_JIS (Japanese)',
  'euc-jp': 'EUC-JP (Japanese)',
  gb18030: 'GB18030 (Chinese)',
  big5: 'Big5 (Chinese)',
  'euc-kr': 'EUC-KR (Korean)',
} as const;
export type Encoding = keyof typeof ENCODING_LABEL;
export const ENCODINGS = Object.keys(ENCODING_LABEL) as [Encoding, ...Encoding[]];
