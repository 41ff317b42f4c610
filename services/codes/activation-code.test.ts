import { expect, test } from 'vitest'
import { activationCode, type CodeCommand } from './activation-code.ts'
import { given, stateAfter } from '../kernel/testing/specification.ts'

const ANA = 'account-of-ana'
const LUIS = 'account-of-luis'
const issue: CodeCommand = { type: 'IssueCode', maxProfiles: 3, sealedCode: 'sealed' }
const redeem = (accountId: string): CodeCommand => ({ type: 'RedeemCode', accountId })
const issued = { type: 'CodeIssued', data: { maxProfiles: 3, sealedCode: 'sealed' } } as const
const redeemed = (accountId: string) => ({ type: 'CodeRedeemed', data: { accountId } }) as const

test('issuing a code makes it available with the profiles that it allows', () => {
  given(activationCode)().when(issue).then(issued)
  expect(stateAfter(activationCode, [issued])).toEqual({ status: 'available', maxProfiles: 3 })
})

test('issuing a code: a second time is refused, available or used: another one must be drawn', () => {
  given(activationCode)(issued).when(issue).thenRefused('conflict')
  given(activationCode)(issued, redeemed(ANA)).when(issue).thenRefused('conflict')
})

test('redeeming a code gives it to the account, with its profiles', () => {
  given(activationCode)(issued).when(redeem(ANA)).then(redeemed(ANA))
  expect(stateAfter(activationCode, [issued, redeemed(ANA)])).toEqual({
    status: 'used',
    maxProfiles: 3,
    accountId: ANA,
  })
})

test('redeeming a code twice by one account is redeeming it once', () =>
  given(activationCode)(issued, redeemed(ANA)).when(redeem(ANA)).thenNothing())

test('redeeming a code of somebody else, and one that was never issued, is refused with its reason', () => {
  given(activationCode)(issued, redeemed(ANA))
    .when(redeem(LUIS))
    .thenRefused('invalid-code', 'Este código ya fue usado.')
  given(activationCode)().when(redeem(ANA)).thenRefused('invalid-code', 'Código de activación inválido')
})

test('redeeming a code before it is issued has no effect: the first account to redeem it afterwards has it', () =>
  given(activationCode)(redeemed(LUIS), issued).when(redeem(ANA)).then(redeemed(ANA)))

const release = (accountId: string): CodeCommand => ({ type: 'ReleaseCode', accountId })
const released = { type: 'CodeReleased', data: { accountId: ANA } } as const

test('releasing a code makes it available again, once', () => {
  given(activationCode)(issued, redeemed(ANA)).when(release(ANA)).then(released)
  given(activationCode)(issued, redeemed(ANA), released).when(release(ANA)).thenNothing()
  given(activationCode)(issued, redeemed(ANA), released).when(redeem(LUIS)).then(redeemed(LUIS))
})

test('releasing a code takes it from nobody else', () => {
  given(activationCode)(issued, redeemed(LUIS)).when(release(ANA)).thenNothing()
  given(activationCode)(issued, redeemed(LUIS), released).when(redeem(ANA)).thenRefused('invalid-code')
  given(activationCode)().when(release(ANA)).thenNothing()
})
