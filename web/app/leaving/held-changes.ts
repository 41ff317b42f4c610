import type { Unsaved } from './leave-context.ts'

/** What would be lost by leaving now. */
export interface HeldChanges {
  readonly hold: (unsaved: Unsaved | undefined) => void
  readonly now: () => Unsaved | undefined
}

export function createHeldChanges(): HeldChanges {
  let held: Unsaved | undefined
  return {
    hold: (unsaved) => {
      held = unsaved
    },
    now: () => held,
  }
}
