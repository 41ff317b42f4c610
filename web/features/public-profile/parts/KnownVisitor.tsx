/** Filled by browser/identify/known-visitor.ts once this browser's visitor has sent a name. */
export function KnownVisitor() {
  return (
    <p className="known" hidden data-known>
      <b data-known-thanks />
      <button type="button" data-known-forget />
    </p>
  )
}
