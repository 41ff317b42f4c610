/** Bytes of uploads that are on their way or wait to be decoded, of everybody together. */
export interface UploadMemory {
  open(): HeldBytes
}

/** What one upload holds. */
export interface HeldBytes {
  /** Answers whether there was room; nothing is taken where there was none, nor after the release. */
  take(bytes: number): boolean
  release(): void
}

/** An upload holds what it has sent, not what it announced: whoever sends nothing takes nothing. */
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
