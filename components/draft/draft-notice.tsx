/** Tells that the fields hold a restored draft, and offers to discard it. */
export function DraftNotice({ restored, onDiscard }: { restored: boolean; onDiscard: () => void }) {
  return (
    <p role="status" className="text-sm text-text-3 empty:hidden">
      {restored && (
        <>
          Draft restored ·{' '}
          <button
            type="button"
            onClick={onDiscard}
            className="min-h-6 rounded-xs font-medium text-accent-text hover:underline pointer-coarse:min-h-11"
          >
            Discard
          </button>
        </>
      )}
    </p>
  );
}
