import type { EventStore } from '@app/contracts/event-store.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { profile, type CreatedProfile } from '@app/domain/profile.ts'
import { foldPast } from '@app/event-store/states/fold.ts'

type Reading = Pick<EventStore, 'readStream'>

export interface Asked {
  readonly version?: number | undefined
  readonly at?: string | undefined
}

/** @throws Refusal invalid, or not-found once its words are erased */
export async function pastVersion(
  store: Reading,
  { id, today, now }: { readonly id: string; readonly today: CreatedProfile; readonly now: Date },
  asked: Asked,
): Promise<CreatedProfile> {
  const until = untilOf(asked, today, now)
  const past = await foldPast(store, profile, profileStream(id), until)
  if (past === undefined)
    throw new Refusal('invalid', 'En ese momento el perfil todavía no existía. Elige una fecha posterior.', {
      field: 'at',
    })
  // Only an erasure leaves a profile without an address, and it may run at this moment.
  if (past.state.status !== 'created' || past.state.slug === '') throw new Refusal('not-found')
  return past.state
}

function untilOf({ version, at }: Asked, { revision }: CreatedProfile, now: Date) {
  if ((version === undefined) === (at === undefined))
    throw new Refusal('invalid', 'Indica una versión o un momento: uno de los dos.')
  if (at !== undefined) return { revision, instantMs: instantOf(at, now) }
  const asked = BigInt(version ?? 1) - 1n
  if (asked > revision) throw new Refusal('invalid', versionsText(Number(revision) + 1), { field: 'version' })
  return { revision: asked }
}

function instantOf(at: string, now: Date): number {
  const instantMs = Date.parse(at)
  if (instantMs > now.getTime())
    throw new Refusal('invalid', 'Ese momento todavía no llega. Elige uno anterior.', { field: 'at' })
  return instantMs
}

const versionsText = (count: number): string =>
  count === 1
    ? 'Ese perfil tiene una sola versión: la 1.'
    : `Ese perfil tiene ${count} versiones: indica una de 1 a ${count}.`
