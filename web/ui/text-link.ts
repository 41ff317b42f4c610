/** The target is 44 px high. */
export const TEXT_LINK =
  'wrap-anywhere relative font-semibold text-accent underline-offset-4 hover:underline after:absolute after:inset-x-0 after:-inset-y-3'
