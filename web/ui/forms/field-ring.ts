/** The border around a field, which is drawn inside so that nothing moves when it becomes thicker. */
export const fieldRing = (error: string | undefined): string =>
  `forced-colors:border ${
    error
      ? 'shadow-[inset_0_0_0_2px_var(--danger)]'
      : 'shadow-[inset_0_0_0_1px_var(--line-strong)] focus-within:shadow-[inset_0_0_0_2px_var(--accent)]'
  }`
