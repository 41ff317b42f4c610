import { Refusal } from '@app/contracts/refusals.ts'
import type { Account } from './account-state.ts'
import type { AccountCommand } from './account.ts'
import type { Handled } from '../kernel/commands.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { decideAccount, loadAccount } from './find-account.ts'
import type { Ctx } from '../platform/ctx.ts'

/** The hash is durable before the event that names it; of concurrent changes, the event written last decides. */
export async function setPassword(
  deps: Ctx,
  change: {
    readonly accountId: string
    readonly password: string
    readonly commandOf: (credentialId: string) => AccountCommand
  },
): Promise<Handled<Account>> {
  const { accountId, password, commandOf } = change
  const { credentials } = deps
  const credentialId = deps.newId()
  await credentials.add(accountId, credentialId, await deps.passwords.hash(password))
  const handled = await decideAccount(deps, accountId, commandOf(credentialId)).catch(
    async (error: unknown) => {
      // Only a refusal proves that no event names it.
      if (error instanceof Refusal) await credentials.remove(accountId, credentialId)
      throw error
    },
  )
  await removeReplaced(deps, accountId).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'replaced passwords could not be removed'),
  )
  return handled
}

/** Others stay even if no event names them: an event may be about to, and without its hash nobody could sign in. */
export async function removeReplaced(
  deps: Pick<Ctx, 'store' | 'credentials'>,
  accountId: string,
): Promise<void> {
  const state = await loadAccount(deps, accountId)
  if (state.status === 'registered' && state.formerCredential !== undefined)
    await deps.credentials.remove(accountId, state.formerCredential)
}

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
