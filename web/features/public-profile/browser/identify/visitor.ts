import type { DeviceStorage } from '../device-storage.ts'
import { keepUntil, readKept } from '../kept-until.ts'
import { isId, newUuid } from '../uuid.ts'

interface Wishes {
  readonly globalPrivacyControl?: boolean
  readonly doNotTrack?: string | null
}

/** Global Privacy Control or Do Not Track: the visitor gets no id. */
export const asksNotToBeFollowed = (wishes: Wishes): boolean =>
  wishes.globalPrivacyControl === true || wishes.doNotTrack === '1' || wishes.doNotTrack === 'yes'

/** One visitor id per profile, so that visits cannot be linked across profiles. */
export interface DeviceVisitor {
  readonly id: string | undefined
  readonly name: () => string | undefined
  readonly rename: (name: string | undefined) => void
}

const idKey = (profileId: string): string => `visitor.${profileId}`
const nameKey = (profileId: string): string => `name.${profileId}`

function visitorId(storage: DeviceStorage, profileId: string, nowMs: number): string | undefined {
  const known = readKept(storage, idKey(profileId), nowMs)
  if (isId(known)) return known
  const id = newUuid()
  // Without storage, a new id each time would count every visit as a new visitor.
  return keepUntil(storage, idKey(profileId), id, nowMs) ? id : undefined
}

export function createVisitor(
  storage: DeviceStorage,
  profileId: string,
  followed: boolean,
  now: () => number,
): DeviceVisitor {
  const remembered = followed && storage.lasting
  if (!remembered) for (const key of [idKey(profileId), nameKey(profileId)]) storage.remove(key)
  let name = remembered ? readKept(storage, nameKey(profileId), now()) : undefined
  return {
    id: remembered ? visitorId(storage, profileId, now()) : undefined,
    name: () => name,
    rename: (next) => {
      name = next
      if (next === undefined) storage.remove(nameKey(profileId))
      else if (remembered) keepUntil(storage, nameKey(profileId), next, now())
    },
  }
}
