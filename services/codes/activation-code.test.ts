import { expect, test } from 'vitest'
import { decides, stateAfter } from '../kernel/testing/specification.ts'
import { activationCode, type CodeCommand } from './activation-code.ts'

const [ANA, LUIS] = ['account-of-ana', 'account-of-luis']
const issue: CodeCommand = { type: 'IssueCode', maxProfiles: 3, sealedCode: 'sealed' }
const redeem = (accountId: string): CodeCommand => ({ type: 'RedeemCode', accountId })
const release = (accountId: string): CodeCommand => ({ type: 'ReleaseCode', accountId })
const issued = { type: 'CodeIssued', data: { maxProfiles: 3, sealedCode: 'sealed' } } as const
const redeemed = (accountId: string) => ({ type: 'CodeRedeemed', data: { accountId } }) as const
const released = { type: 'CodeReleased', data: { accountId: ANA } } as const
const used = [issued, redeemed(ANA)]

decides(activationCode)(
  'a code is issued once, redeemed by one account, and free again once that releases it',
  [
    [[], issue, [issued]],
    [[issued], issue, 'conflict'],
    [used, issue, 'conflict'],
    [[issued], redeem(ANA), [redeemed(ANA)]],
    [used, redeem(ANA), []],
    [used, release(ANA), [released]],
    [[...used, released], release(ANA), []],
    [[...used, released], redeem(LUIS), [redeemed(LUIS)]],
    [used, release(LUIS), []],
    [used, redeem(LUIS), 'invalid-code: Este código ya fue usado.'],
    [[], redeem(ANA), 'invalid-code: Código de activación inválido'],
    [[issued, redeemed(LUIS), released], redeem(ANA), 'invalid-code'],
    [[], release(ANA), []],
    // An event before the code is issued has no effect.
    [[redeemed(LUIS), issued], redeem(ANA), [redeemed(ANA)]],
  ],
)

test('a redeemed code has its account and its profiles', () => {
  expect(stateAfter(activationCode, used)).toEqual({ status: 'used', maxProfiles: 3, accountId: ANA })
})
