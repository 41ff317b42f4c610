import { SESSION_KEY } from '@app/contracts/product.ts'

/** Never throws: memory replaces a storage that is blocked or full when the page opens. */
export interface DeviceStorage {
  /** False if values are lost with the page. */
  readonly lasting: boolean
  readonly read: (key: string) => unknown
  readonly write: (key: string, value: unknown) => boolean
  readonly remove: (key: string) => void
}

type Backing = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

function inMemory(): Backing {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
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
  const found = attempt(() => {
    const backing = open()
    backing.setItem('probe', '1')
    backing.removeItem('probe')
    return backing
  })
  const backing = found ?? inMemory()
  return {
    lasting: found !== undefined,
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
  /** False if this browser cannot keep it. */
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
