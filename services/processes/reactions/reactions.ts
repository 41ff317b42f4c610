import { activationReaction, freedSlotReaction, slotReaction } from './finish-activation.ts'
import { followReaction, type FollowDeps, type Reaction } from './follow-reaction.ts'

/** Every reaction that this program has. */
export const REACTIONS: readonly Reaction[] = [activationReaction, slotReaction, freedSlotReaction]

/** What a crash left half done is finished, now and from now on. Any number of processes may do so at once. */
export function startReactions(
  deps: FollowDeps,
  reactions: readonly Reaction[] = REACTIONS,
): { stop(): Promise<void> } {
  const running = reactions.map((reaction) => followReaction(deps, reaction))
  return {
    stop: async () => {
      await Promise.all(running.map((one) => one.stop()))
    },
  }
}
