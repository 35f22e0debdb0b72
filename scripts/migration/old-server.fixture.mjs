/** Enough of PostgreSQL's protocol to claim version 15, for a test: prints its port, and each query. */
import net from 'node:net';

/** @param {string} type @param {Buffer[]} parts */
function message(type, ...parts) {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(5, type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
const int32 = (/** @type {number} */ value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const int16 = (/** @type {number} */ value) => int32(value).subarray(2);
const column = (/** @type {string} */ name, /** @type {number} */ type) =>
  Buffer.concat([Buffer.from(`${name}\0`), int32(0), int16(0), int32(type), int16(-1), int32(-1), int16(0)]);
const value = (/** @type {string} */ text) => Buffer.concat([int32(text.length), Buffer.from(text)]);
const ready = message('Z', Buffer.from('I'));

const TEXT = 25;
const INT4 = 23;
const row = Buffer.concat([
  message('T', int16(2), column('version', TEXT), column('number', INT4)),
  message('D', int16(2), value('15.9'), value('150009')),
  message('C', Buffer.from('SELECT 1\0')),
  ready,
]);

const server = net.createServer((socket) => {
  let greeted = false;
  socket.on('error', () => {});
  socket.on('data', (bytes) => {
    if (!greeted) {
      greeted = true;
      socket.write(Buffer.concat([message('R', int32(0)), ready]));
    } else if (bytes[0] === 'Q'.charCodeAt(0)) {
      console.log(bytes.subarray(5).toString().replace(/\s+/g, ' '));
      socket.write(row);
    } else socket.end();
  });
});
server.listen(0, '127.0.0.1', () => console.log(/** @type {net.AddressInfo} */ (server.address()).port));
