'use client';

import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { copyText } from '@/components/ui/copy-text';

const FILE = 'guildhall-recovery-codes.txt';

export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const [said, setSaid] = useState('');
  const text = `Recovery codes of your Guildhall account. Each works once.\n\n${codes.join('\n')}\n`;

  async function copy() {
    setSaid(
      (await copyText(text))
        ? 'Copied. Paste them into your password manager.'
        : 'Your browser does not allow copying. Select the codes, or download them.',
    );
  }
  function download() {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = Object.assign(document.createElement('a'), { href: address, download: FILE });
    link.click();
    URL.revokeObjectURL(address);
    setSaid('Downloaded. Keep the file in a safe place.');
  }

  return (
    <div className="flex flex-col gap-3">
      <p className="text-base text-text-2">
        Save these codes somewhere other than your phone. Each one signs you in once if you do not have your
        authenticator. They are not shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        translate="no"
        className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-sm bg-sunken px-4 py-3 font-mono text-lg select-all max-[360px]:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button size="compact" icon={<Copy />} onClick={() => void copy()}>
          Copy codes
        </Button>
        <Button size="compact" icon={<Download />} onClick={download}>
          Download codes
        </Button>
      </div>
      <p role="status" className="min-h-5 text-sm text-ok-text">
        {said}
      </p>
    </div>
  );
}
