import { PRODUCT } from '@app/contracts/product.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Ctx } from '../platform/ctx.ts'

const TOO_COMMON = 'Esta contraseña es una de las más usadas. Elige otra.'
const WORD_CHARS_MIN = 3
const OTHER_LETTERS_MIN = 4
const OWN_WORD =
  `Esta contraseña se parece a tu correo o a ${PRODUCT.name}. ` +
  `Agrégale otra palabra, de ${OTHER_LETTERS_MIN} letras o más.`

const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '')

/** Whether little is left of a password without e-mail and product name. Ignores digits and marks, as guessers do. */
function isOwnWord(password: string, email: string): boolean {
  const letters = lettersOf(password)
  const rest = [email, ...email.split('@', 1), ...email.split(/[^\p{L}]+/u).slice(0, -1), PRODUCT.name]
    .map(lettersOf)
    .filter(({ length }) => length >= WORD_CHARS_MIN)
    .sort((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word, ''), letters)
  return rest !== letters && rest.length < OTHER_LETTERS_MIN
}

export async function refuseWeak(
  { passwords }: { readonly passwords: Pick<Ctx['passwords'], 'isCommon'> },
  { password, email, field }: { readonly password: string; readonly email: string; readonly field: string },
): Promise<void> {
  if (isOwnWord(password, email)) throw new Refusal('invalid', OWN_WORD, { field })
  if (await passwords.isCommon(password)) throw new Refusal('invalid', TOO_COMMON, { field })
}
