import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { testTable } from '../../../tests/support/every.ts'
import { ANA, linked, passwordReset, registered, registeredAfter } from '../testing/accounts.ts'
import { given } from '../../kernel/testing/specification.ts'

const EMAIL = 'ana@nueva.example'
const changed = (by: 'owner' | 'admin' | 'provider', email = EMAIL) =>
  ({ type: 'EmailChanged', data: { email, previousEmail: ANA.email, by } }) as const
const change = (by: 'owner' | 'admin' | 'provider', email = EMAIL) =>
  ({ type: 'ChangeEmail', by, email }) as const

testTable(['owner', 'admin', 'provider'] as const)(
  'an e-mail is changed, and a spelling of it is not',
  (by) => {
    given(account)(registered).when(change(by)).then(changed(by))
    given(account)(registered).when(change(by, ANA.email.toUpperCase())).thenNothing()
  },
)

test('an address that was chosen here stays, whatever the provider says', () => {
  for (const by of ['owner', 'admin'] as const)
    given(account)(registered, linked, changed(by)).when(change('provider', 'otra@x.example')).thenNothing()
  const again = { ...change('provider', 'otra@x.example') }
  given(account)(registered, linked, changed('provider'))
    .when(again)
    .then({ type: 'EmailChanged', data: { email: again.email, previousEmail: EMAIL, by: 'provider' } })
})

test('words that were blocked or erased are changed by nobody', () => {
  const blocked = { ...registered, data: {} }
  given(account)(blocked).when(change('provider')).thenNothing()
  given(account)(blocked).when(change('admin')).thenRefused('conflict')
})

test('a change ends links to a password, and proves the mailbox unless an administrator made it [ACC-9]', () => {
  const requested = {
    type: 'PasswordResetRequested',
    data: { tokenHash: 'h', expiresAt: '2026-11-20T13:00:00.000Z' },
  } as const
  expect(registeredAfter(requested, changed('owner'))).toMatchObject({
    email: EMAIL,
    reset: undefined,
    isHolderProven: true,
  })
  expect(registeredAfter(changed('admin')).isHolderProven).toBe(false)
  expect(registeredAfter(passwordReset, changed('admin')).isHolderProven).toBe(true)
})
