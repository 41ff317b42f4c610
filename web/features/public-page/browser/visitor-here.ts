import { dropClicks } from './clicks.ts'
import {
  createDeviceStorage,
  createObjection,
  type Objection,
  asksNotToBeFollowed,
  createVisitor,
} from './device-storage.ts'

export interface VisitorHere {
  readonly id: () => string | undefined
  readonly objection: Objection
  /** Open pages of the card forget the visitor as well. */
  readonly forget: () => void
}

/** For the screen that shows the visitor's data: the id is the proof. */
export function visitorHere(profileId: string): VisitorHere {
  const storage = createDeviceStorage(() => localStorage)
  const visitor = createVisitor(storage, profileId, !asksNotToBeFollowed(navigator), Date.now)
  return {
    id: visitor.keptId,
    objection: createObjection(storage, profileId),
    forget: () => {
      visitor.forget()
      dropClicks(storage, profileId, Date.now())
    },
  }
}
