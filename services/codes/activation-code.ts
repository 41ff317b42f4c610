import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Decider } from '../kernel/decider.ts'

type CodeEvent = Extract<DomainEvent, { type: 'CodeIssued' | 'CodeRedeemed' | 'CodeReleased' }>

export type CodeCommand =
  | { readonly type: 'IssueCode'; readonly maxProfiles: number; readonly sealedCode: string }
  | { readonly type: 'RedeemCode'; readonly accountId: string }
  | { readonly type: 'ReleaseCode'; readonly accountId: string }

export type ActivationCode =
  | { readonly status: 'unknown' }
  | { readonly status: 'available'; readonly maxProfiles: number }
  | { readonly status: 'used'; readonly maxProfiles: number; readonly accountId: string }

function evolve(state: ActivationCode, event: PastEvent): ActivationCode {
  if (event.type === 'CodeIssued') return { status: 'available', maxProfiles: event.data.maxProfiles }
  if (event.type === 'CodeReleased' && isUsedBy(state, event.data.accountId))
    return { status: 'available', maxProfiles: state.maxProfiles }
  if (event.type !== 'CodeRedeemed' || state.status !== 'available') return state
  return { status: 'used', maxProfiles: state.maxProfiles, accountId: event.data.accountId }
}

/** Reveals that the code exists. No guess profits: nobody finds a code by guessing, and a used one is worthless. */
const CODE_USED = 'Este código ya fue usado.'

type UsedCode = Extract<ActivationCode, { status: 'used' }>

const isUsedBy = (state: ActivationCode, accountId: string): state is UsedCode =>
  state.status === 'used' && state.accountId === accountId

function decide(command: CodeCommand, state: ActivationCode): readonly CodeEvent[] {
  if (command.type === 'IssueCode') {
    if (state.status !== 'unknown') throw new Refusal('conflict', 'Ese código ya existe.')
    const { maxProfiles, sealedCode } = command
    return [{ type: 'CodeIssued', data: { maxProfiles, sealedCode } }]
  }
  const { accountId } = command
  if (command.type === 'ReleaseCode')
    return isUsedBy(state, accountId) ? [{ type: 'CodeReleased', data: { accountId } }] : []
  if (state.status === 'unknown') throw new Refusal('invalid-code')
  if (state.status === 'available') return [{ type: 'CodeRedeemed', data: { accountId } }]
  if (state.accountId !== accountId) throw new Refusal('invalid-code', CODE_USED)
  return []
}

/** One stream a code: of concurrent redemptions only one append succeeds. */
export const activationCode: Decider<ActivationCode, CodeCommand, CodeEvent> = {
  initial: { status: 'unknown' },
  evolve,
  decide,
}
