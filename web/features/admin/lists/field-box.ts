/** The border around a field of a toolbar. */
export const FIELD_BOX =
  'relative flex h-9 min-w-0 items-center gap-2 rounded-[10px] bg-surface px-2.5 text-small shadow-[inset_0_0_0_1px_var(--line-strong)] focus-within:shadow-[inset_0_0_0_2px_var(--accent)] pointer-coarse:h-11 pointer-coarse:text-[1rem] forced-colors:border'
