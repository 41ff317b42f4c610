/** How often a page that is open and in sight says so. */
export const STILL_OPEN_EVERY_MS = 15_000
/** A visitor of whom nothing is heard for so long is not counted as watching any more. One message may get lost. */
export const FORGOTTEN_MS = 40_000
/** Only visitors with a counted event are counted as watching: this far back the events are read. */
export const PRESENT_MS = 5 * 60_000
