import { createFairLimiter } from '@app/concurrency/fair-limiter.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { displayName } from '@app/contracts/fields/display-name.ts'
import { profile, type Profile } from '@app/domain/profile.ts'
import type { StreamReading } from '@app/kernel/codec.ts'
import { load } from '@app/kernel/commands.ts'
import { foldPast } from '@app/kernel/fold.ts'

/** Of the card on which something was left. */
export interface CardOwner {
  /** As the card shows it. */
  readonly name: string
  /** The company, if the card names one. */
  readonly responsible: string
  /** As the card showed it at an instant. */
  nameAt(at: Date): Promise<string>
}

export interface CardOwners {
  /** @param mailboxId whose turn it is */
  of(profileId: string, mailboxId: string): Promise<CardOwner>
}

/** A full stream takes most of a second of the processor. One at a time leaves room for visitors; mailboxes take turns. */
const FOLDED_AT_ONCE = 1
const FOLDS_WAITING_MAX = 50
/** Erased or blocked. */
const NOBODY = 'el dueño de la tarjeta'

export function createCardOwners(store: StreamReading): CardOwners {
  const folds = createFairLimiter({ atOnce: FOLDED_AT_ONCE, waitingMax: FOLDS_WAITING_MAX })
  return {
    of: async (profileId, mailboxId) => {
      const stream = profileStream(profileId)
      const { state: today } = await load(store, profile, stream)
      if (today.status !== 'created') return { name: NOBODY, responsible: NOBODY, nameAt: async () => NOBODY }
      const { revision, updatedAt, details } = today
      const name = nameOf(today)
      return {
        name,
        responsible: details.company.trim() || name,
        nameAt: async (at) => {
          if (at.getTime() >= Date.parse(updatedAt)) return name
          const until = { revision, instantMs: at.getTime() }
          const past = await folds.run(mailboxId, () => foldPast(store, profile, stream, until))
          return past === undefined ? name : nameOf(past.state)
        },
      }
    },
  }
}

const nameOf = (state: Profile): string =>
  state.status === 'created' ? displayName({ ...state.details, slug: state.slug }) || NOBODY : NOBODY
