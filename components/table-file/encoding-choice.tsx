import { SelectField } from '@/components/ui/form/select-field';
import { ENCODING_LABEL, ENCODINGS, type Encoding } from '@/lib/table-file/encodings';

const OPTIONS = ENCODINGS.map((value) => ({ value, label: ENCODING_LABEL[value] }));

/** What the bytes of a file were read as, with places that show whether it is right, and the way to say another. */
export function EncodingChoice({
  seen,
  onChoose,
}: {
  /** Absent: it could not be read. */
  seen: { encoding: Encoding; encoding_guessed: boolean; sample: readonly string[] } | undefined;
  onChoose: (encoding: Encoding) => void;
}) {
  if (seen && !seen.encoding_guessed && !seen.sample.length) return null;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-base font-semibold">Letters of the file</legend>
      <div className="max-w-80">
        <SelectField
          label="Text encoding"
          hint={seen?.encoding_guessed ? 'Guessed: choose another if the sample looks wrong.' : undefined}
          value={seen?.encoding ?? ''}
          onChange={(event) => event.target.value && onChoose(event.target.value as Encoding)}
          options={[...(seen ? [] : [{ value: '', label: 'As the file tells' }]), ...OPTIONS]}
        />
      </div>
      {seen && seen.sample.length > 0 && (
        <ul aria-label="Sample" className="rounded-sm border border-border px-2 py-1 text-sm">
          {seen.sample.map((place) => (
            <li key={place} dir="auto" className="break-words">
              {place}
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
