import { type FormEvent, useRef } from 'react';

const DIGITS = 6;

/** Sends the form of a code as soon as all of its digits are there, and never the same ones twice by itself. */
export function useSentWhenWhole(): (event: FormEvent<HTMLInputElement>) => void {
  const sent = useRef('');
  return ({ currentTarget: { value, form } }) => {
    const code = value.replace(/\s/g, '');
    if (!/^\d+$/.test(code) || code.length !== DIGITS || code === sent.current || !form?.checkValidity()) return;
    sent.current = code;
    form.requestSubmit();
  };
}
