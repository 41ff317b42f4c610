import { PRODUCT } from '@app/contracts/product.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Passwords } from '@app/identity/passwords.ts'

const TOO_COMMON = 'Esta contraseña es una de las más usadas. Elige otra.'
const OWN_WORD = `La contraseña no puede ser tu correo ni el nombre de ${PRODUCT.name}. Elige otra.`

const WORD_CHARS_MIN = 3
const OTHER_LETTERS_MIN = 4

const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '')

/** Guessers try these first: e-mail, its parts, the product's name. Longest first. */
function ownWords(email: string): readonly string[] {
  const [local = '', domain = ''] = email.split('@')
  const words = [email, local, ...local.split(/[^\p{L}]+/u), ...domain.split('.').slice(0, -1), PRODUCT.name]
  return [...new Set(words.map(lettersOf))]
    .filter(({ length }) => length >= WORD_CHARS_MIN)
    .sort((one, other) => other.length - one.length)
}

/** Ignores digits and marks: guessers put them around such a word first. */
function isOwnWord(password: string, email: string): boolean {
  const letters = lettersOf(password)
  const rest = ownWords(email).reduce((left, word) => left.replaceAll(word, ''), letters)
  return rest !== letters && rest.length < OTHER_LETTERS_MIN
}

export async function refuseWeak(
  { passwords }: { readonly passwords: Pick<Passwords, 'isCommon'> },
  { password, email, field }: { readonly password: string; readonly email: string; readonly field: string },
): Promise<void> {
  if (isOwnWord(password, email)) throw new Refusal('invalid', OWN_WORD, { field })
  if (await passwords.isCommon(password)) throw new Refusal('invalid', TOO_COMMON, { field })
}
