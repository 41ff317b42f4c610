import { accountStream } from '@app/contracts/accounts.ts'
import { activationCodeStream } from '@app/contracts/codes.ts'
import { readEvent } from '@app/contracts/events/catalogue.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { account } from './account.ts'
import { profile } from '../profiles/profile.ts'
import { load, causeFollowing } from '../kernel/commands.ts'
import type { Reaction } from '../kernel/reaction.ts'
import { finishActivation, releaseCode } from './activate-account.ts'
import { createProfileOf, freeSlotOfDeleted } from '../profiles/create-profile.ts'

const CODE_PREFIX = activationCodeStream('')
const ACCOUNT_PREFIX = accountStream('')
const PROFILE_PREFIX = profileStream('')

const activationReaction: Reaction = {
  name: 'activation',
  types: ['CodeRedeemed'],
  react: async (deps, stored) => {
    const event = readEvent(stored)
    if (event.type !== 'CodeRedeemed') return
    const { accountId } = event.data
    const { state } = await load(deps.store, account, accountStream(accountId))
    if (state.status === 'unknown') return
    if (state.registeredAt > stored.meta.occurredAt) return
    const codeId = stored.stream.slice(CODE_PREFIX.length)
    if (state.activation?.code === codeId) return
    const finish = state.activation === undefined ? finishActivation : releaseCode
    await finish(deps, { accountId, codeId, cause: causeFollowing(deps, stored) })
  },
}

const slotReaction: Reaction = {
  name: 'profile-slot',
  types: ['ProfileSlotTaken'],
  react: async (deps, stored) => {
    const event = readEvent(stored)
    if (event.type !== 'ProfileSlotTaken') return
    const { profileId } = event.data
    const { state: made } = await load(deps.store, profile, profileStream(profileId))
    if (made.status === 'deleted') return freeSlotOfDeleted(deps, profileId, causeFollowing(deps, stored))
    if (made.status === 'created') return
    const ownerId = stored.stream.slice(ACCOUNT_PREFIX.length)
    const { state } = await load(deps.store, account, stored.stream)
    if (state.status === 'unknown' || !state.slots.includes(profileId)) return
    await createProfileOf(deps, state, { profileId, ownerId, cause: causeFollowing(deps, stored) })
  },
}

const freedSlotReaction: Reaction = {
  name: 'freed-slot',
  types: ['ProfileDeleted'],
  react: (deps, stored) =>
    freeSlotOfDeleted(deps, stored.stream.slice(PROFILE_PREFIX.length), causeFollowing(deps, stored)),
}

export const REACTIONS: readonly Reaction[] = [activationReaction, slotReaction, freedSlotReaction]
