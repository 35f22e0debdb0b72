import type { ComponentProps, SubmitEvent } from 'react';
import { follow } from './navigation';

type FormProps = ComponentProps<'form'> & {
  action: string;
  replace?: boolean;
  scroll?: boolean;
  prefetch?: null | false;
};

/** Stands for `next/form` in parts: a form whose fields become the URL's search. */
export default function Form({ action, replace, scroll: _, prefetch: _prefetch, onSubmit, ...rest }: FormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    onSubmit?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const fields = new URLSearchParams(new FormData(event.currentTarget) as unknown as Record<string, string>);
    follow(`${action}?${fields}`, replace);
  };
  return <form {...rest} action={action} onSubmit={submit} />;
}
