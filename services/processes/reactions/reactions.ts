import { activationReaction, freedSlotReaction, slotReaction } from './finish-activation.ts'
import { followReaction, type FollowDeps, type Reaction } from './follow-reaction.ts'

export const REACTIONS: readonly Reaction[] = [activationReaction, slotReaction, freedSlotReaction]

/** Several processes may run them at once. */
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
