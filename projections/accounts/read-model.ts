import { accountStream } from '@app/contracts/accounts.ts'
import type { PastEvent } from '@app/contracts/events/catalogue.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { idBehind, rowModel, rowTable, type Fact, type RowOf } from '@app/services/kernel/models/row-model.ts'

export interface AccountText {
  readonly name: string
  readonly email: string
}

/** Without words once the account's key is destroyed. Instants are milliseconds since 1970. */
type AccountRow = RowOf<'read.accounts'> & { readonly words: AccountText | null }

/** 0 is deactivated, 1 has used no code yet, 2 may work. */
export const STANDING = '(case when not is_active then 0 when activation_used or is_admin then 2 else 1 end)'

const registered = (id: string, atMs: number): AccountRow => ({
  id,
  words: null,
  is_admin: false,
  is_active: true,
  activation_used: false,
  profiles_count: 0,
  max_profiles: LIMITS.profilesByDefault,
  created_at: atMs,
})

/** An event from before an erasure has no texts. The others of a row that was emptied are then unknown. */
const withWords = (row: AccountRow, { name, email }: Partial<AccountText>): AccountRow =>
  name === undefined && email === undefined
    ? row
    : { ...row, words: { name: name ?? row.words?.name ?? '', email: email ?? row.words?.email ?? '' } }

function evolve(row: AccountRow | undefined, { key: id, atMs, event }: Fact): AccountRow | undefined {
  if (event.type === 'AccountRegistered') return withWords(registered(id, atMs), event.data)
  if (row === undefined) throw new Error(`account ${id}: ${event.type} before AccountRegistered`)
  switch (event.type) {
    case 'AccountRenamed':
    case 'EmailChanged':
      return withWords(row, event.data)
    case 'AdminGranted':
      return { ...row, is_admin: true }
    case 'AdminRevoked':
      return { ...row, is_admin: false }
    case 'AccountDeactivated':
      return { ...row, is_active: false }
    case 'AccountReactivated':
      return { ...row, is_active: true }
    case 'AccountErased':
      return undefined
    default:
      return afterProfiles(row, event)
  }
}

function afterProfiles(row: AccountRow, event: PastEvent): AccountRow {
  switch (event.type) {
    case 'AccountActivated':
      return { ...row, activation_used: true, max_profiles: event.data.maxProfiles }
    case 'ProfileLimitChanged':
      return { ...row, max_profiles: event.data.maxProfiles }
    case 'ProfileSlotTaken':
      return { ...row, profiles_count: row.profiles_count + 1 }
    case 'ProfileSlotFreed':
      return { ...row, profiles_count: row.profiles_count - 1 }
    default:
      throw new Error(`the read model of accounts does not read ${event.type}`)
  }
}

export const accountsModel = rowModel({
  name: 'accounts',
  version: 10,
  handles: [
    'AccountRegistered',
    'AccountRenamed',
    'EmailChanged',
    'AdminGranted',
    'AdminRevoked',
    'AccountDeactivated',
    'AccountReactivated',
    'AccountErased',
    'AccountActivated',
    'ProfileLimitChanged',
    'ProfileSlotTaken',
    'ProfileSlotFreed',
  ],
  tables: [
    rowTable<AccountRow>({
      view: 'read.accounts',
      key: 'id',
      indexes: [
        '(created_at, id)',
        '(profiles_count, id)',
        '(max_profiles, id)',
        `(${STANDING}, id)`,
        `(created_at, id) where ${STANDING} = 1`,
        '(created_at, id) where not is_active',
      ],
      personal: { subjectOf: ({ stream }) => stream, foundBy: ({ name, email }) => [name, email] },
      keyOf: idBehind(accountStream('')),
      evolve,
    }),
  ],
})
