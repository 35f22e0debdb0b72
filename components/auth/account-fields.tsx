import { TextField } from '@/components/ui/form/text-field';

type Field = { value?: string; error?: string };

export function EmailField({ value, error }: Field) {
  return (
    <TextField
      id="email"
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      inputMode="email"
      required
      limit={254}
      defaultValue={value}
      error={error}
    />
  );
}

export function NameField({ value, error }: Field) {
  return (
    <TextField
      id="name"
      label="Your name"
      name="name"
      autoComplete="name"
      required
      limit={80}
      defaultValue={value}
      error={error}
    />
  );
}

export function KeyField({ value, error, hint }: Field & { hint?: string }) {
  return (
    <TextField
      id="sub_domain"
      label="Organisation key"
      name="sub_domain"
      hint={hint}
      autoComplete="organization"
      autoCapitalize="none"
      spellCheck={false}
      required
      limit={32}
      defaultValue={value}
      error={error}
    />
  );
}
