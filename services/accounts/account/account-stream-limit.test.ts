import { expect, test } from 'vitest'
import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { account, type AccountCommand } from '../account.ts'
import {
  accountAfter,
  PASSWORD,
  PROFILE,
  registered,
  SECOND_PROFILE,
  slotTaken,
} from '../testing/accounts.ts'
import { administrators } from '../administrators.ts'
import { stateAfter } from '../../kernel/testing/specification.ts'

const closed: PastEvent = { type: 'SessionsClosed', data: { by: 'owner' } }
const HOUR_MS = 3_600_000
const ASKED_AT = Date.parse('2027-01-01T00:00:00.000Z')
const after = (hours: number): string => new Date(ASKED_AT + hours * HOUR_MS).toISOString()
const asked: PastEvent = { type: 'PasswordResetRequested', data: { tokenHash: 'h', expiresAt: after(0) } }
const MAX = LIMITS.streamEventsMax
const times = (count: number, event: PastEvent) => Array.from({ length: count }, () => event)

/** Numbers of events that leave room for everything, for passwords and sessions, for nothing. */
const filled = (count: number) => accountAfter(registered, slotTaken(PROFILE), ...times(count - 2, closed))
const FRESH = filled(2)
const HALF = filled(MAX / 2)
const MOSTLY = filled((MAX * 3) / 4)
const FULL = filled(MAX)
const ASKED_OUT = accountAfter(registered, ...times(MAX, asked))

const typesOf = (events: readonly DomainEvent[]) => events.map(({ type }) => type)
const decide = (command: AccountCommand, state: typeof FULL) => typesOf(account.decide(command, state))

const askAt = (hours: number): Extract<AccountCommand, { type: 'RequestPasswordReset' }> => ({
  type: 'RequestPasswordReset',
  tokenHash: 'other',
  expiresAt: after(hours),
})
const ask = askAt(0)
const take: AccountCommand = { type: 'TakeProfileSlot', profileId: SECOND_PROFILE }
const close: AccountCommand = { type: 'CloseSessions', by: 'owner' }
const replace: AccountCommand = {
  type: 'ReplacePassword',
  by: 'owner',
  credentialId: 'new',
  replaces: PASSWORD,
}

test('an account with many events takes slots for profiles while a quarter is left', () => {
  const more = { type: 'ProfileLimitChanged', data: { maxProfiles: 9 } } as const
  const withMore = (state: typeof FULL) =>
    account.evolve(state, more, { revision: 0n, occurredAt: '2026-01-01T00:00:00.000Z' })
  expect(decide(take, withMore(HALF))).toEqual(['ProfileSlotTaken'])
  expect(() => decide(take, withMore(MOSTLY))).toThrow(expect.objectContaining({ code: 'history-full' }))
})

test('an account with many events has another limit of profiles while a quarter is left', () => {
  const change: AccountCommand = { type: 'ChangeProfileLimit', maxProfiles: 9 }
  expect(decide(change, HALF)).toEqual(['ProfileLimitChanged'])
  expect(() => decide(change, MOSTLY)).toThrow(expect.objectContaining({ code: 'history-full' }))
})

test.each([close, replace])(
  'an account with many events still has capacity for commands that lock intruders out: $type [LIM-10]',
  (command) => {
    expect(decide(command, MOSTLY)).toHaveLength(1)
    expect(() => decide(command, FULL)).toThrow(expect.objectContaining({ code: 'history-full' }))
  },
)

test.each([
  { type: 'EraseAccount' },
  { type: 'Deactivate' },
  { type: 'GrantAdmin' },
  { type: 'FreeProfileSlot', profileId: PROFILE },
  { type: 'Activate', code: 'K7WM-3XQA-9PZT', maxProfiles: 1, profileId: PROFILE },
  { ...close, by: 'system' },
  { ...replace, by: 'system' },
] as readonly AccountCommand[])(
  'an account with many events always allows commands whose number is limited otherwise: $type',
  (command) => {
    expect(decide(command, FULL)).not.toEqual([])
  },
)

/** How many of this many simultaneous requests get a link. */
function givenAt(before: typeof FULL, hours: number, requests: number): number {
  let state = before
  let given = 0
  for (let nth = 0; nth < requests; nth += 1) {
    const [event] = account.decide({ ...askAt(hours), tokenHash: `${nth}` }, state)
    if (event === undefined) continue
    state = account.evolve(state, event, { revision: 0n, occurredAt: after(hours) })
    given += 1
  }
  return given
}

test('links to a new password, which strangers can request, are given up to a limit, and then dropped silently', () => {
  expect(decide(ask, FRESH)).toEqual(['PasswordResetRequested'])
  expect(decide(ask, FULL)).toEqual(['PasswordResetRequested'])
  expect(decide(ask, ASKED_OUT)).toEqual([])
})

test('links to a new password, which strangers can request, are given again an hour after thousands of requests of a stranger, and up to the full limit some days later', () => {
  expect(decide(askAt(0.99), ASKED_OUT)).toEqual([])
  expect(decide(askAt(1), ASKED_OUT)).toEqual(['PasswordResetRequested'])
  expect(givenAt(ASKED_OUT, 1, 300)).toBe(1)
  expect(givenAt(ASKED_OUT, 1_000, 300)).toBe(200)
})

test('the list of administrators adds nobody once it has changed too often, and still removes', () => {
  const [listed, delisted] = (['AdministratorListed', 'AdministratorDelisted'] as const).map(
    (type): PastEvent => ({ type, data: { accountId: 'ana' } }),
  )
  const other: PastEvent = { type: 'AdministratorListed', data: { accountId: 'luis' } }
  const history = Array.from({ length: MAX / 2 }, () => [listed!, delisted!]).flat()
  const state = stateAfter(administrators, [...history, other, listed!])
  expect(() => administrators.decide({ type: 'ListAdministrator', accountId: 'bea' }, state)).toThrow(
    expect.objectContaining({ code: 'history-full' }),
  )
  expect(
    administrators.decide(
      { type: 'DelistAdministrator', accountId: 'ana', canSignIn: new Set(['luis']) },
      state,
    ),
  ).toHaveLength(1)
})
