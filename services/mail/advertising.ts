/** Mail programs turn these into links and phone numbers, so a chosen name could advertise to strangers. */
const ADVERTISES = /:\/\/|@|[\p{L}\p{M}\p{N}][.。]\p{L}{2}|\p{Nd}(?:[\p{Pd}\p{Z}()./·_]*\p{Nd}){4}|^.{61}/u
const INVISIBLE = /[\p{Cf}\p{DI}]/gu

/** Checks the visible text, so that invisible characters and variants of letters, dots and digits hide nothing. */
const advertises = (text: string): boolean =>
  ADVERTISES.test(text.normalize('NFKC').replaceAll(INVISIBLE, ''))

const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Text that one person chose, for a mail to another: empty if it advertises, and without marks of direction. */
export const fitForMail = (text: string): string => {
  const shown = text.replaceAll(DIRECTION, '').trim()
  return advertises(shown) ? '' : shown
}
