import { expect, test } from 'vitest'
import { administrators, type AdministratorsCommand } from './administrators.ts'
import { given, stateAfter } from '../kernel/testing/specification.ts'

const list = (accountId: string): AdministratorsCommand => ({ type: 'ListAdministrator', accountId })
const delist = (accountId: string, canSignIn = ['ana', 'luis']): AdministratorsCommand => ({
  type: 'DelistAdministrator',
  accountId,
  canSignIn: new Set(canSignIn),
})
const listed = (accountId: string) => ({ type: 'AdministratorListed', data: { accountId } }) as const
const delisted = (accountId: string) => ({ type: 'AdministratorDelisted', data: { accountId } }) as const

test('the list of administrators adds an administrator once', () => {
  given(administrators)().when(list('ana')).then(listed('ana'))
  given(administrators)(listed('ana')).when(list('luis')).then(listed('luis'))
  given(administrators)(listed('ana')).when(list('ana')).thenNothing()
})

test('the list of administrators removes one of several, once', () => {
  given(administrators)(listed('ana'), listed('luis')).when(delist('ana')).then(delisted('ana'))
  given(administrators)(listed('ana'), listed('luis'), delisted('ana')).when(delist('ana')).thenNothing()
})

test('the list of administrators never removes the last one [ACC-11]', () => {
  given(administrators)(listed('ana')).when(delist('ana')).thenRefused('last-administrator')
  given(administrators)(listed('ana'), listed('luis'), delisted('luis'))
    .when(delist('ana'))
    .thenRefused('last-administrator')
})

test('the list of administrators never removes the last one who can sign in', () => {
  const both = given(administrators)(listed('ana'), listed('luis'))
  both.when(delist('ana', ['ana'])).thenRefused('last-administrator')
  both.when(delist('ana', [])).thenRefused('last-administrator')
  both.when(delist('luis', ['ana'])).then(delisted('luis'))
  both.when(delist('ana', ['ana', 'luis'])).then(delisted('ana'))
  both.when(delist('ana', ['ana', 'bea'])).thenRefused('last-administrator')
})

test('the list of administrators counts nobody twice, and removes nobody who is not listed', () => {
  given(administrators)(listed('ana'), listed('ana')).when(delist('ana')).thenRefused('last-administrator')
  given(administrators)(listed('luis')).when(delist('ana')).thenNothing()
})

test('the list of administrators adds again an administrator whom it removed', () => {
  const history = [listed('ana'), listed('luis'), delisted('ana')]
  given(administrators)(...history)
    .when(list('ana'))
    .then(listed('ana'))
  expect(stateAfter(administrators, [...history, listed('ana')])).toMatchObject({
    ids: new Set(['ana', 'luis']),
  })
})
