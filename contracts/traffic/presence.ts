/** How often an open, visible page reports its presence. */
export const STILL_OPEN_EVERY_MS = 15_000
/** A visitor without a message for so long is not counted as watching. One message may get lost. */
export const FORGOTTEN_MS = 40_000
/** From then until an open dashboard shows one person less. */
export const FORGETTING_MS_MAX = 5_000
/** Only visitors with a counted event within this period are counted as watching. */
export const PRESENT_MS = 5 * 60_000
