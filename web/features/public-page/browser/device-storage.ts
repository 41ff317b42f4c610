import { SESSION_KEY } from '@app/contracts/product.ts'
import { isId, newUuid } from './send-call.ts'
import { RETENTION } from '@app/contracts/limits/periods.ts'

/** Never throws: memory replaces a storage that is blocked or full when the page opens. */
export interface DeviceStorage {
  readonly lasting: boolean
  readonly read: (key: string) => unknown
  readonly write: (key: string, value: unknown) => boolean
  readonly remove: (key: string) => void
}

type Backing = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

function inMemory(): Backing {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

/** `open` may throw: even reading `localStorage` throws where the person has blocked it. */
export function createDeviceStorage(open: () => Backing): DeviceStorage {
  const storage = attempt(() => {
    const backing = open()
    backing.setItem('probe', '1')
    backing.removeItem('probe')
    return backing
  })
  const backing = storage ?? inMemory()
  return {
    lasting: storage !== undefined,
    read: (key) => attempt(() => JSON.parse(backing.getItem(key) ?? 'null') as unknown),
    write: (key, value) => attempt(() => (backing.setItem(key, JSON.stringify(value)), true)) ?? false,
    remove: (key) => {
      attempt(() => backing.removeItem(key))
    },
  }
}

/** The dashboard's token: the server uses it to exclude the owner's own visits. */
export function sessionToken(storage: DeviceStorage): string | undefined {
  const session = storage.read(SESSION_KEY) as { token?: unknown } | null | undefined
  const token = session?.token
  return typeof token === 'string' && /^[\w.~+/=-]{1,4000}$/.test(token) ? token : undefined
}

/** `No contar mis visitas`, for one profile. */
export interface Objection {
  readonly isOn: () => boolean
  readonly turn: (on: boolean) => boolean
}

/** It has no end of its own: an objection that lapses after a year would let people be counted who believe that they are not. */
export function createObjection(storage: DeviceStorage, profileId: string): Objection {
  const key = `uncounted.${profileId}`
  return {
    // Read each time: another tab may have changed it.
    isOn: () => storage.read(key) === true,
    turn: (on) => {
      if (on) return storage.lasting && storage.write(key, true)
      storage.remove(key)
      return true
    },
  }
}

/** Reading does not extend it. */
const KEPT_MS_MAX = RETENTION.browserDays * 86_400_000

function readKept(storage: DeviceStorage, key: string, nowMs: number): string | undefined {
  const stored = storage.read(key) as { value?: unknown; until?: unknown } | null | undefined
  const left = typeof stored?.until === 'number' ? stored.until - nowMs : 0
  if (typeof stored?.value === 'string' && left > 0 && left <= KEPT_MS_MAX) return stored.value
  storage.remove(key)
  return undefined
}

const keepUntil = (storage: DeviceStorage, key: string, value: string, nowMs: number): boolean =>
  storage.write(key, { value, until: nowMs + KEPT_MS_MAX })

interface Wishes {
  readonly globalPrivacyControl?: boolean
  readonly doNotTrack?: string | null
}

/** Global Privacy Control or Do Not Track: the visitor gets no id. */
export const asksNotToBeFollowed = (wishes: Wishes): boolean =>
  wishes.globalPrivacyControl === true || wishes.doNotTrack === '1' || wishes.doNotTrack === 'yes'

/** One visitor id per profile, so that visits cannot be linked across profiles. */
export interface DeviceVisitor {
  /** Made on the first call, and on the first one after `forget`. */
  readonly id: () => string | undefined
  readonly keptId: () => string | undefined
  readonly name: () => string | undefined
  readonly rename: (name: string | undefined) => void
  readonly forget: () => void
  readonly wasForgotten: () => boolean
}

const idKey = (profileId: string): string => `visitor.${profileId}`
const nameKey = (profileId: string): string => `name.${profileId}`

function keptId(storage: DeviceStorage, profileId: string, nowMs: number): string | undefined {
  const id = readKept(storage, idKey(profileId), nowMs)
  return isId(id) ? id : undefined
}

function visitorId(storage: DeviceStorage, profileId: string, nowMs: number): string | undefined {
  const before = keptId(storage, profileId, nowMs)
  if (before !== undefined) return before
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
  let id: string | undefined
  let name = remembered ? readKept(storage, nameKey(profileId), now()) : undefined
  return {
    id: () => (remembered ? (id ??= visitorId(storage, profileId, now())) : undefined),
    keptId: () => (remembered ? (id ?? keptId(storage, profileId, now())) : undefined),
    name: () => name,
    rename: (next) => {
      name = next
      if (next === undefined) storage.remove(nameKey(profileId))
      else if (remembered) keepUntil(storage, nameKey(profileId), next, now())
    },
    forget: () => {
      for (const key of [idKey(profileId), nameKey(profileId)]) storage.remove(key)
      id = name = undefined
    },
    wasForgotten: () => {
      if (!remembered || (id === undefined && name === undefined)) return false
      const stored = keptId(storage, profileId, now())
      return id === undefined ? stored === undefined : stored !== id
    },
  }
}
