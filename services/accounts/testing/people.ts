import type { Actor } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { activationCodeStream } from '@app/contracts/codes.ts'
import { account, type AccountCommand } from '../account.ts'
import { activationCode } from '../../codes/activation-code.ts'
import { append, envelop, handle, load, type Events, causeBy } from '../../kernel/commands.ts'
import { newId } from '../../kernel/log/ids.ts'
import { NAMES } from '../../kernel/keys/testing/names.ts'

const NOW = '2026-11-20T12:00:00.000Z'
export const now = (): Date => new Date(NOW)
export const CODE = 'ABCD-EFGH-JKMN'
const codeStreamOf = (code: string): string => activationCodeStream(NAMES.activationCode(code))
export const ANA = 'ana'
export const BY_ANA: Actor = { kind: 'owner', id: ANA }

const cause = causeBy({ now, newId }, BY_ANA)

export const runOn = (store: Events, accountId: string, command: AccountCommand, occurredAt = NOW) =>
  handle(store, account, {
    stream: accountStream(accountId),
    command,
    cause: { ...cause, occurredAt },
    newId,
  })

export async function register(store: Events, accountId = ANA, name = 'Ana Rivas', occurredAt = NOW) {
  const stream = accountStream(accountId)
  const { expected } = await load(store, account, stream)
  const data = {
    name,
    email: `${accountId}@empresa.example`,
    credentialId: 'first',
    consent: 'register-2026-11',
  }
  const registered = envelop({ type: 'AccountRegistered', data }, newId(), { ...cause, occurredAt })
  return append(store, stream, expected, [registered])
}

export async function prove(store: Events, accountId = ANA): Promise<void> {
  const { email, credentialId: replaces } = await accountOf(store, accountId)
  await runOn(store, accountId, { type: 'ResetPassword', email, replaces, credentialId: 'own' })
}

const runOnCode = (store: Events, code: string, command: Parameters<typeof activationCode.decide>[0]) =>
  handle(store, activationCode, {
    stream: codeStreamOf(code),
    command,
    cause,
    newId,
  })

export const issue = (store: Events, code = CODE, maxProfiles = 3) =>
  runOnCode(store, code, { type: 'IssueCode', maxProfiles, sealedCode: 'sealed' })

export const redeem = (store: Events, code = CODE, accountId = ANA) =>
  runOnCode(store, code, { type: 'RedeemCode', accountId })

export async function accountOf(store: Events, accountId = ANA) {
  const { state } = await load(store, account, accountStream(accountId))
  if (state.status === 'unknown') throw new Error(`no account ${accountId}`)
  return state
}
