import type { Unsaved } from './leave-context.ts'

/** Changes that leaving now would lose. */
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
