import type { DeviceStorage } from './device-storage.ts'

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
