import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Takes a port from the program that listens there, so that it cannot come back: it is free once the program is gone, and
 * another one is started soon, so until the place is taken `end` ends whatever runs there.
 * @returns gives the port free again
 */
export async function holdPort(port: number, end: () => void): Promise<() => Promise<void>> {
  const placeholder = net.createServer((socket) => socket.destroy());
  for (const giveUp = Date.now() + 30_000; !placeholder.listening; ) {
    end();
    placeholder.listen(port, 'localhost');
    await once(placeholder, 'listening').catch(async (error) => {
      if (Date.now() > giveUp) throw error;
      await pause(25);
    });
  }
  return async () => {
    placeholder.close();
    await once(placeholder, 'close');
  };
}
