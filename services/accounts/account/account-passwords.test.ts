import type { PastEvent } from '@app/contracts/events/catalogue.ts'
import { expect, test } from 'vitest'
import type { ReplacePassword, ResetPassword } from './account-passwords.ts'
import { account, type AccountCommand } from '../account.ts'
import {
  erased,
  NEW_PASSWORD,
  PASSWORD,
  passwordDropped,
  passwordReset,
  registered,
  registeredAfter,
} from '../testing/accounts.ts'
import { given } from '../../kernel/testing/specification.ts'

const byOwner: ReplacePassword = {
  type: 'ReplacePassword',
  by: 'owner',
  credentialId: NEW_PASSWORD,
  replaces: PASSWORD,
}
const bySystem: ReplacePassword = { type: 'ReplacePassword', by: 'system', credentialId: NEW_PASSWORD }
const changed = (by: 'owner' | 'system', credentialId = NEW_PASSWORD) =>
  ({ type: 'PasswordChanged', data: { by, credentialId } }) as const

test('replacing the password is recorded with who did it', () => {
  given(account)(registered).when(byOwner).then(changed('owner'))
  given(account)(registered).when(bySystem).then(changed('system'))
})

test('replacing the password twice is replacing it once', () => {
  given(account)(registered, changed('owner')).when(byOwner).thenNothing()
  given(account)(registered, changed('system')).when(bySystem).thenNothing()
})

test('replacing the password is refused to its owner where another password was set in between', () => {
  given(account)(registered, changed('owner', 'another')).when(byOwner).thenRefused('wrong-credentials')
  given(account)(registered, passwordReset)
    .when({ ...byOwner, credentialId: 'late' })
    .thenRefused('wrong-credentials')
})

test('replacing the password is refused to an owner who has none', () => {
  given(account)(registered, passwordDropped).when(byOwner).thenRefused('wrong-credentials')
  given(account)(registered, passwordDropped)
    .when({ ...byOwner, replaces: undefined })
    .thenRefused('wrong-credentials')
})

const EXPIRES = '2026-03-02T13:00:00.000Z'
const requested = (tokenHash: string, expiresAt = EXPIRES) =>
  ({ type: 'PasswordResetRequested', data: { tokenHash, expiresAt } }) as const
const reset: ResetPassword = {
  type: 'ResetPassword',
  tokenHash: 'hash-1',
  now: '2026-03-02T12:00:00.000Z',
  credentialId: NEW_PASSWORD,
}

const request: AccountCommand = { type: 'RequestPasswordReset', tokenHash: 'hash-1', expiresAt: EXPIRES }

test('a link to a new password is requested', () =>
  given(account)(registered).when(request).then(requested('hash-1')))

test('a link to a new password requested twice is requested once', () =>
  given(account)(registered, requested('hash-1')).when(request).thenNothing())

test('a link to a new password of an unknown or an erased account yields nothing, without an error', () => {
  given(account)().when(request).thenNothing()
  given(account)(registered, erased).when(request).thenNothing()
})

test('a link to a new password sets a password', () =>
  given(account)(registered, requested('hash-1')).when(reset).then(passwordReset))

test('a link to a new password proves the mailbox, also where the password was dropped', () => {
  expect(registeredAfter(requested('hash-1'), passwordReset).isHolderProven).toBe(true)
  given(account)(registered, passwordDropped, requested('hash-1')).when(reset).then(passwordReset)
})

test('a link to a new password is valid only until another one is requested', () => {
  const history = given(account)(registered, requested('hash-1'), requested('hash-2'))
  history.when(reset).thenRefused('invalid-token')
  history.when({ ...reset, tokenHash: 'hash-2' }).then(passwordReset)
})

test.each<[string, PastEvent]>([
  ['used', passwordReset],
  ['followed by a change of the password', changed('owner')],
  ['followed by its password’s end', passwordDropped],
  ['the one of an erased account', erased],
])('a link to a new password is invalid once it was %s', (_, event) =>
  given(account)(registered, requested('hash-1'), event).when(reset).thenRefused('invalid-token'),
)

test('a link to a new password is refused where there is none, or another', () => {
  given(account)().when(reset).thenRefused('invalid-token')
  given(account)(registered).when(reset).thenRefused('invalid-token')
  given(account)(registered, requested('hash-1'))
    .when({ ...reset, tokenHash: 'HASH-1' })
    .thenRefused('invalid-token')
})

test.each([
  ['2026-03-02T12:59:59.999Z', true],
  ['2026-03-02T13:00:00.000Z', false],
  ['2026-03-02T13:00:00.001Z', false],
  ['2027-03-02T12:00:00.000Z', false],
])('a link to a new password at %s is valid: %s', (now, holds) => {
  for (const expiresAt of [EXPIRES, '2026-03-02T13:00:00Z']) {
    const outcome = given(account)(registered, requested('hash-1', expiresAt)).when({ ...reset, now })
    if (holds) outcome.then(passwordReset)
    else outcome.thenRefused('invalid-token')
  }
})
