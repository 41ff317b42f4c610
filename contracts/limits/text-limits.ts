/** Apart from the other limits, so that the scripts of the public page bundle only these. */
export const TEXT_LIMITS = {
  nameCharsMax: 120,
  lineCharsMax: 200,
  paragraphCharsMax: 1_000,
  phoneCharsMax: 40,
  emailCharsMax: 254,
  urlCharsMax: 2_000,
} as const
