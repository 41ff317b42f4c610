export interface UploadMemory {
  open(): HeldBytes
}

export interface HeldBytes {
  /** False without room and after the release; then nothing is taken. */
  take(bytes: number): boolean
  release(): void
}

/** Counts what an upload has sent, not what it has announced. */
export function createUploadMemory(bytesMax: number): UploadMemory {
  let used = 0
  return {
    open: () => {
      let held = 0
      let isOpen = true
      return {
        take: (bytes) => {
          if (!isOpen || used + bytes > bytesMax) return false
          used += bytes
          held += bytes
          return true
        },
        release: () => {
          if (isOpen) used -= held
          isOpen = false
        },
      }
    },
  }
}
