/** The look of links and link-like buttons within the account screens; 44 px to touch. */
export const TEXT_LINK =
  'relative font-semibold text-accent underline-offset-4 hover:underline after:absolute after:inset-x-0 after:-inset-y-3'
