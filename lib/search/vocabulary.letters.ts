/** Kinds of signs, as ranges of expressions, among what `fold` leaves. The database's `search_words` has the same. Runs anywhere. */

/** Of scripts that are written without spaces, and Hangul: Thai, Lao, Burmese, Khmer, Han, kana. Found by any part. */
export const UNSPACED = [
  '\\u0e01-\\u0e3a\\u0e40-\\u0e4e\\u0e81-\\u0ece\\u0edc-\\u0edf\\u1000-\\u103f\\u1050-\\u108f\\u109a-\\u109d',
  '\\u1100-\\u11ff\\u1780-\\u17d3\\u17d7\\u17dc\\u17dd\\u3005-\\u3007\\u3021-\\u3029\\u3031-\\u3035',
  '\\u3038-\\u303c\\u3041-\\u3096\\u3099\\u309a\\u309d-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u3105-\\u312f',
  '\\u31a0-\\u31bf\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua960-\\ua97c\\uac00-\\ud7fb',
  '\\u{20000}-\\u{323af}',
].join('');

/** Arrows, signs and emoji: each is found by itself. */
export const SYMBOLS = [
  '\\u2190-\\u21ff\\u2300-\\u23ff\\u25a0-\\u27bf\\u2900-\\u297f\\u2b00-\\u2bff\\u{1f000}-\\u{1faff}',
].join('');

/** Punctuation, spaces and other signs, which part words. */
export const SEPARATORS = [
  '\\u0001-\\u002f\\u003a-\\u005f\\u007b-\\u00f7\\u02c2-\\u02c5\\u02d2-\\u02eb\\u02ed\\u02ef-\\u02ff\\u0375',
  '\\u03f6\\u0482\\u055b-\\u055f\\u0589-\\u05c6\\u0600-\\u061f\\u066a-\\u066d\\u06d4\\u06dd\\u06de\\u06e9',
  '\\u06fd\\u06fe\\u0700-\\u070f\\u07f6-\\u07f9\\u07fe\\u07ff\\u0830-\\u083e\\u085e\\u0888\\u0890\\u0891\\u08e2',
  '\\u0964-\\u0970\\u09f2\\u09f3\\u09fa\\u09fb\\u09fd\\u0a76\\u0af0\\u0af1\\u0b70\\u0bf3-\\u0bfa\\u0c77\\u0c7f',
  '\\u0c84\\u0d4f\\u0d79\\u0df4\\u0e3f\\u0e4f-\\u0e5b\\u0f01-\\u0f17\\u0f1a-\\u0f1f\\u0f34\\u0f36\\u0f38',
  '\\u0f3a-\\u0f3d\\u0f85\\u0fbe-\\u0fc5\\u0fc7-\\u0fda\\u104a-\\u104f\\u109e\\u109f\\u10fb\\u1360-\\u1368',
  '\\u1390-\\u1399\\u1400\\u166d\\u166e\\u1680\\u169b\\u169c\\u16eb-\\u16ed\\u1735\\u1736\\u17d4-\\u17d6',
  '\\u17d8-\\u17db\\u1800-\\u180a\\u1940-\\u1945\\u19de-\\u19ff\\u1a1e\\u1a1f\\u1aa0-\\u1aa6\\u1aa8-\\u1aad',
  '\\u1b4e\\u1b4f\\u1b5a-\\u1b6a\\u1b74-\\u1b7f\\u1bfc-\\u1bff\\u1c3b-\\u1c3f\\u1c7e\\u1c7f\\u1cc0-\\u1cc7',
  '\\u1cd3\\u2016-\\u214d\\u214f\\u218a\\u218b\\u2200-\\u22ff\\u2400-\\u244a\\u2500-\\u259f\\u27c0-\\u28ff',
  '\\u2980-\\u2aff\\u2ce5-\\u2cea\\u2cf9-\\u2cfc\\u2cfe\\u2cff\\u2d70\\u2e00-\\u2e2e\\u2e30-\\u3004',
  '\\u3008-\\u3020\\u3030\\u3037\\u303d-\\u303f\\u30a0\\u30fb\\u3190\\u3191\\u31c0-\\u31ef\\u327f',
  '\\u4dc0-\\u4dff\\ua490-\\ua4c6\\ua4fe\\ua4ff\\ua60d-\\ua60f\\ua673\\ua67e\\ua6f2-\\ua716\\ua720\\ua721',
  '\\ua789\\ua78a\\ua828-\\ua82b\\ua836-\\ua839\\ua874-\\ua877\\ua8ce\\ua8cf\\ua8f8-\\ua8fa\\ua8fc',
  '\\ua92e\\ua92f\\ua95f\\ua9c1-\\ua9cd\\ua9de\\ua9df\\uaa5c-\\uaa5f\\uaa77-\\uaa79\\uaade\\uaadf\\uaaf0\\uaaf1',
  '\\uab5b\\uab6a\\uab6b\\uabeb\\ufbb2-\\ufe46\\ufffc\\ufffd\\u{10100}-\\u{10102}\\u{10137}-\\u{1013f}',
  '\\u{10179}-\\u{10189}\\u{1018c}-\\u{101fc}\\u{1039f}\\u{103d0}\\u{1056f}\\u{10857}\\u{10877}\\u{10878}',
  '\\u{1091f}\\u{1093f}\\u{10a50}-\\u{10a58}\\u{10a7f}\\u{10ac8}\\u{10af0}-\\u{10af6}\\u{10b39}-\\u{10b3f}',
  '\\u{10b99}-\\u{10b9c}\\u{10d6e}\\u{10d8e}\\u{10d8f}\\u{10ead}\\u{10ed0}-\\u{10ed8}\\u{10f55}-\\u{10f59}',
  '\\u{10f86}-\\u{10f89}\\u{11047}-\\u{1104d}\\u{110bb}-\\u{110c1}\\u{110cd}\\u{11140}-\\u{11143}',
  '\\u{11174}\\u{11175}\\u{111c5}-\\u{111c8}\\u{111cd}\\u{111db}\\u{111dd}-\\u{111df}\\u{11238}-\\u{1123d}',
  '\\u{112a9}\\u{113d4}-\\u{113d8}\\u{1144b}-\\u{1144f}\\u{1145a}-\\u{1145d}\\u{114c6}\\u{115c1}-\\u{115d7}',
  '\\u{11641}-\\u{11643}\\u{11660}-\\u{1166c}\\u{116b9}\\u{1173c}-\\u{1173f}\\u{1183b}\\u{11944}-\\u{11946}',
  '\\u{119e2}\\u{11a3f}-\\u{11a46}\\u{11a9a}-\\u{11a9c}\\u{11a9e}-\\u{11aa2}\\u{11b00}-\\u{11b09}\\u{11be1}',
  '\\u{11c41}-\\u{11c45}\\u{11c70}\\u{11c71}\\u{11ef7}\\u{11ef8}\\u{11f43}-\\u{11f4f}\\u{11fd5}-\\u{11fff}',
  '\\u{12470}-\\u{12474}\\u{12ff1}\\u{12ff2}\\u{13430}-\\u{1343f}\\u{16a6e}\\u{16a6f}\\u{16af5}',
  '\\u{16b37}-\\u{16b3f}\\u{16b44}\\u{16b45}\\u{16d6d}-\\u{16d6f}\\u{16e97}-\\u{16e9a}\\u{16fe2}\\u{1bc9c}',
  '\\u{1bc9f}-\\u{1cef0}\\u{1cf50}-\\u{1d15d}\\u{1d16a}-\\u{1d16c}\\u{1d173}-\\u{1d17a}\\u{1d183}\\u{1d184}',
  '\\u{1d18c}-\\u{1d1a9}\\u{1d1ae}-\\u{1d241}\\u{1d245}\\u{1d300}-\\u{1d356}\\u{1d800}-\\u{1d9ff}',
  '\\u{1da37}-\\u{1da3a}\\u{1da6d}-\\u{1da74}\\u{1da76}-\\u{1da83}\\u{1da85}-\\u{1da8b}\\u{1e14f}\\u{1e2ff}',
  '\\u{1e5ff}\\u{1e95e}\\u{1e95f}\\u{1ecac}\\u{1ecb0}\\u{1ed2e}\\u{1eef0}\\u{1eef1}\\u{1fb00}-\\u{1fbfa}',
].join('');
