/** Hidden from screen readers: the text beside it says the same. */
export const LiveDot = ({ on }: { readonly on: boolean }) => (
  <i
    aria-hidden="true"
    className={`size-2 flex-none rounded-full ${on ? 'live-dot bg-(--live)' : 'bg-line-strong'}`}
  />
)
