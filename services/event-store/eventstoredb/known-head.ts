import { START, type Position } from '@app/contracts/event-store.ts'

/** The furthest known position of the log, from an answer or a subscription. */
export interface KnownHead {
  readonly position: Position
  saw(position: Position): void
}

export function createKnownHead(): KnownHead {
  let furthest: Position = START
  return {
    get position() {
      return furthest
    },
    saw: (position) => {
      if (position > furthest) furthest = position
    },
  }
}
