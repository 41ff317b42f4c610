import { LIMITS } from '../limits.ts'
import { filledLine } from './text.ts'
import { clean } from './web-address.ts'

// No quoted local parts, and nothing that could start a second recipient or a header field.
const MAILBOX = /^([^\s@"<>()[\]\\,;:?&\p{Cc}\p{Cf}\p{Cs}]+)@((?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]{2,})$/u

export function mailboxOf(text: string): { readonly local: string; readonly domain: string } | undefined {
  const [, local, domain] = MAILBOX.exec(text) ?? []
  return local === undefined || domain === undefined ? undefined : { local, domain }
}

export const EMAIL_FAULT = 'Escribe un correo válido, por ejemplo nombre@empresa.cl.'

const typedAddress = filledLine(LIMITS.emailCharsMax).meta({
  format: 'idn-email',
  pattern: `^\\s*${MAILBOX.source.slice(1, -1)}\\s*$`,
})

/** NFKC, for display. It can be longer than the typed text, so the length is checked again. */
export const emailAddress = typedAddress
  .transform((text) => clean(text).normalize('NFKC'))
  .refine((text) => mailboxOf(text) !== undefined, EMAIL_FAULT)
  .pipe(filledLine(LIMITS.emailCharsMax))

export const normalEmail = (email: string): string =>
  clean(email).normalize('NFKC').trim().toLowerCase().normalize('NFKC')
