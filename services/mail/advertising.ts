/** Mail programs turn these into links and phone numbers: whoever chooses a name must not write to strangers with it. */
const ADVERTISES = /:\/\/|@|[\p{L}\p{M}\p{N}][.。]\p{L}{2}|\p{Nd}(?:[\p{Pd}\p{Z}()./·_]*\p{Nd}){4}|^.{61}/u
const INVISIBLE = /[\p{Cf}\p{DI}]/gu

/** By what people see: invisible characters and other forms of letters, dots and digits hide nothing. */
const advertises = (text: string): boolean =>
  ADVERTISES.test(text.normalize('NFKC').replaceAll(INVISIBLE, ''))

const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** What somebody chose, for a mail to somebody else: none of it where it advertises, and never a change of direction. */
export const fitForMail = (text: string): string => {
  const shown = text.replaceAll(DIRECTION, '').trim()
  return advertises(shown) ? '' : shown
}
