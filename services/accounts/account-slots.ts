import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { RegisteredAccount } from './account-state.ts'

type Events = readonly DomainEvent[]

interface Activate {
  readonly type: 'Activate'
  readonly code: string
  readonly maxProfiles: number
  readonly profileId: string
}
interface TakeProfileSlot {
  readonly type: 'TakeProfileSlot'
  readonly profileId: string
}
interface FreeProfileSlot {
  readonly type: 'FreeProfileSlot'
  readonly profileId: string
}
/** A limit below what the account has takes no profile from it. */
interface ChangeProfileLimit {
  readonly type: 'ChangeProfileLimit'
  readonly maxProfiles: number
}

export type SlotCommand = Activate | TakeProfileSlot | FreeProfileSlot | ChangeProfileLimit

/** A frozen account's words do not open, and a new card would be visible. @throws Refusal conflict */
function refuseWhileFrozen({ email }: RegisteredAccount): void {
  if (email === '') throw new Refusal('conflict', 'Tus datos están bloqueados: no puedes crear una tarjeta.')
}

function activate({ code, maxProfiles, profileId }: Activate, state: RegisteredAccount): Events {
  if (state.activation?.code === code) return []
  if (state.activation !== undefined) throw new Refusal('already-activated')
  refuseWhileFrozen(state)
  const allowed = { code, maxProfiles: Math.max(maxProfiles, state.maxProfiles) }
  // An administrator may have a profile already, and a second one might exceed the limit.
  if (state.slots.length > 0) return [{ type: 'AccountActivated', data: allowed }]
  return [
    { type: 'AccountActivated', data: { ...allowed, profileId } },
    { type: 'ProfileSlotTaken', data: { profileId } },
  ]
}

function takeProfileSlot({ profileId }: TakeProfileSlot, state: RegisteredAccount): Events {
  if (state.slots.includes(profileId)) return []
  refuseWhileFrozen(state)
  if (state.slots.length >= state.maxProfiles) throw new Refusal('profile-limit')
  return [{ type: 'ProfileSlotTaken', data: { profileId } }]
}

function freeProfileSlot({ profileId }: FreeProfileSlot, { slots }: RegisteredAccount): Events {
  return slots.includes(profileId) ? [{ type: 'ProfileSlotFreed', data: { profileId } }] : []
}

function changeProfileLimit({ maxProfiles }: ChangeProfileLimit, state: RegisteredAccount): Events {
  return maxProfiles === state.maxProfiles ? [] : [{ type: 'ProfileLimitChanged', data: { maxProfiles } }]
}

export const slotDecides = {
  Activate: activate,
  TakeProfileSlot: takeProfileSlot,
  FreeProfileSlot: freeProfileSlot,
  ChangeProfileLimit: changeProfileLimit,
}
