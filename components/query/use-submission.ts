import { useState } from 'react';
import { reasonOf } from './api-client';

/** What a form dialog says of what it sends: that it is on its way, or why it was refused. `send` closes the dialog. */
export function useSubmission(send: (given: FormData) => Promise<void>) {
  const [message, setMessage] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [pending, setPending] = useState(false);
  async function submit(given: FormData) {
    setPending(true);
    try {
      await send(given);
    } catch (failure) {
      setMessage(reasonOf(failure));
      setAttempt((count) => count + 1);
      setPending(false);
    }
  }
  return { pending, message, attempt, onSubmit: (given: FormData) => void submit(given) };
}
