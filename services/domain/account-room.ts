import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { AccountCommand } from './account-commands.ts'
import { hasRoomForLink, type RegisteredAccount } from './account-state.ts'

type Events = readonly DomainEvent[]

/** A sign-in works unrecorded too, so sign-ins may fill only half of a stream. */
const SIGN_INS_UP_TO = LIMITS.streamEventsMax / 2
/** The last quarter is for password and session events, with which owners lock intruders out. */
const SLOTS_UP_TO = (LIMITS.streamEventsMax * 3) / 4

/** Staff commands on rights, one-time commands and removals always have room. @throws Refusal history-full */
export function withinRoom(command: AccountCommand, state: RegisteredAccount, events: Events): Events {
  const { recorded } = state
  switch (command.type) {
    case 'SignIn':
      return recorded < SIGN_INS_UP_TO ? events : []
    case 'RequestPasswordReset':
      return hasRoomForLink(state, command.expiresAt) ? events : []
    case 'TakeProfileSlot':
    case 'RenameAccount':
    case 'ChangeProfileLimit':
      return below(SLOTS_UP_TO, state, events)
    case 'ResetPassword':
      return below(LIMITS.streamEventsMax, state, events)
    case 'ReplacePassword':
    case 'CloseSessions':
      return command.by === 'owner' ? below(LIMITS.streamEventsMax, state, events) : events
    default:
      return events
  }
}

function below(max: number, { recorded }: RegisteredAccount, events: Events): Events {
  if (recorded >= max) throw new Refusal('history-full')
  return events
}
