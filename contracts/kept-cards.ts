/** Copies of cards that a browser keeps, to show them without a network. */
export const KEPT_CARDS = {
  /** Its folder is its scope: the worker handles no request outside of it. No profile's slug has a dot. */
  workerPath: '/pages/kept-cards.js',
  countMax: 20,
  /** Document, font, script and pictures of one card. */
  cardBytesMax: 1_000_000,
  partsMax: 16,
} as const
