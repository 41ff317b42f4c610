import { YOUR_DATA_LINK } from '@app/contracts/privacy/privacy-links.ts'

export const DOOR = YOUR_DATA_LINK.path
/** The form for what was left on a card. */
export const CARD_FORM = `${DOOR}?tarjeta`

/** `#token=x` or `#x`, also with signs behind it. An anchor of the page is shorter. */
const TOKEN = /^#(?:token=)?([\w-]{20,})(?:%[\da-f]{2}|[^\p{L}\p{N}%])*$/iu

export const linkTokenIn = (hash: string): string | undefined => TOKEN.exec(hash)?.[1]
