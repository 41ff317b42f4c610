import { LIMITS } from '../limits.ts'
import { filledLine } from './text.ts'
import { clean } from './web-address.ts'

// No quoted local parts, and nothing that would start a second recipient or a header field.
const MAILBOX = /^([^\s@"<>()[\]\\,;:?&\p{Cc}\p{Cf}\p{Cs}]+)@((?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]{2,})$/u

/** The two parts of an address; undefined where it is none that could be written to. */
export function mailboxOf(text: string): { readonly local: string; readonly domain: string } | undefined {
  const [, local, domain] = MAILBOX.exec(text) ?? []
  return local === undefined || domain === undefined ? undefined : { local, domain }
}

export const EMAIL_FAULT = 'Escribe un correo válido, por ejemplo nombre@empresa.cl.'

/** What of it a client can check by itself: invisible marks and blanks around it are taken away. */
const typedAddress = filledLine(LIMITS.emailCharsMax).meta({
  format: 'idn-email',
  pattern: `^\\s*${MAILBOX.source.slice(1, -1)}\\s*$`,
})

/** An address that mail will be sent to: as it is shown, in Unicode's plain form, which may be longer than what was typed. */
export const emailAddress = typedAddress
  .transform((text) => clean(text).normalize('NFKC'))
  .refine((text) => mailboxOf(text) !== undefined, EMAIL_FAULT)
  .pipe(filledLine(LIMITS.emailCharsMax))

/** E-mail addresses are one account however they are typed. */
export const normalEmail = (email: string): string =>
  clean(email).normalize('NFKC').trim().toLowerCase().normalize('NFKC')
