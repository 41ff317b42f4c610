import { REGISTER_CONSENT } from '@app/contracts/privacy/consents.ts'
import { randomInt } from 'node:crypto'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { STORE_IDENTITY_STREAM } from '@app/contracts/events/record.ts'
import { account } from '@app/domain/account.ts'
import { profile } from '@app/domain/profile.ts'
import { handle } from '@app/event-store/handle.ts'
import { createMemoryLog, openMemoryEventStore } from '@app/event-store/memory/memory-store.ts'
import { personOf } from '@app/generator/people-names.ts'
import { oneOf, type Random } from '@app/generator/random.ts'
import { newId } from '@app/event-store/ids.ts'
import { activateAccount } from '@app/processes/accounts/activate-account.ts'
import { causeBy, type CommandContext, type Naming } from '@app/processes/command-context.ts'
import { issueCodes } from '@app/processes/accounts/issue-code.ts'
import { createCodeSeals } from '@app/vault/seals/code-seals.ts'
import type { IdKeys } from '@app/vault/keys/id-keys.ts'
import { createAccountIds } from '@app/vault/keys/keyed-ids.ts'
import { createKeyedNames } from '@app/vault/keys/keyed-names.ts'
import { createSealedStore } from '@app/vault/seals/sealed-store.ts'
import type { RandomBytes } from '@app/vault/keys/sealing.ts'
import type { LogRow } from './log-rows.ts'
import type { FillingKeys } from './new-keys.ts'

export interface MadeAccount {
  readonly email: string
  readonly id: string
  readonly credentialId: string
  readonly profileId: string
  readonly slug: string
}

export interface AccountsDeps {
  readonly keys: FillingKeys
  readonly randomBytes: RandomBytes
  readonly random: Random
  readonly idKeys: IdKeys
}

export interface Arrivals {
  readonly from: number
  readonly count: number
  readonly fromMs: number
  readonly toMs: number
}

/** Code issued, redeemed; account registered, activated; slot; slug; profile made, edited, themed. */
export const EVENTS_OF_AN_ACCOUNT = 9

const COMPANIES = ['Andes Norte', 'Viñedos del Maule', 'Fríos del Sur', 'Taller Alerce', 'Costa y Cía.']
const POSITIONS = ['Gerenta Comercial', 'Diseñador', 'Ingeniera en Terreno', 'Contador', 'Arquitecta']

/** By the product's own processes; answers the events of their log too. */
export async function makeAccounts(
  deps: AccountsDeps,
  { from, count, fromMs, toMs }: Arrivals,
): Promise<{ readonly accounts: readonly MadeAccount[]; readonly rows: readonly LogRow[] }> {
  let atMs = fromMs
  const now = (): Date => new Date(atMs)
  const log = createMemoryLog()
  const bare = await openMemoryEventStore(log, { now, newId })
  const context: CommandContext & Naming = {
    store: createSealedStore(bare, { keys: deps.keys, random: deps.randomBytes }),
    names: createKeyedNames(deps.idKeys),
    now,
    newId,
  }
  const accounts: MadeAccount[] = []
  for (let n = 0; n < count; n += 1) {
    atMs = Math.floor(fromMs + ((toMs - fromMs) * n) / count)
    accounts.push(await makeAccount(context, deps, from + n))
  }
  await bare.dispose()
  const rows = log.rows
    .filter(({ stream }) => stream !== STORE_IDENTITY_STREAM)
    .map(({ recordedAtMs, ...row }) => ({ ...row, recordedAt: new Date(recordedAtMs).toISOString() }))
  return { accounts, rows }
}

async function makeAccount(
  context: CommandContext & Naming,
  { random, randomBytes, idKeys }: AccountsDeps,
  nth: number,
): Promise<MadeAccount> {
  const { fullName, phone, description } = personOf(random)
  const email = `persona-${nth}@bench.example`
  const id = createAccountIds(idKeys)(email)
  const actor = { kind: 'owner', id } as const
  const staff = { kind: 'system', id: 'ops' } as const
  const codeSeals = createCodeSeals(idKeys, randomBytes)
  const codes = await issueCodes(
    { ...context, codeSeals, below: randomInt },
    { count: 1, maxProfiles: 1, actor: staff },
  )
  const credentialId = newId()
  await handle(context.store, account, {
    stream: accountStream(id),
    // The number makes every name, and so every slug, unique.
    command: { type: 'Register', name: `${fullName} ${nth}`, email, credentialId, consent: REGISTER_CONSENT },
    cause: causeBy(context, actor),
    newId,
  })
  const { account: state, slug } = await activateAccount(context, { accountId: id, code: codes[0]!, actor })
  const profileId = state.slots[0]
  if (profileId === undefined || slug === undefined) throw new Error(`${email} has no profile`)
  const [company, position] = [oneOf(random, COMPANIES), oneOf(random, POSITIONS)]
  await handle(context.store, profile, {
    stream: profileStream(profileId),
    command: {
      type: 'EditProfile',
      details: { phone, whatsapp: phone, company, position, bio: description, website: 'andes.example' },
      theme: { theme_color: 'green' },
    },
    cause: causeBy(context, actor),
    newId,
  })
  return { email, id, credentialId, profileId, slug }
}
