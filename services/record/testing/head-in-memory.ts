import { createSealHead, type SealHead } from '../sealing/seal-head.ts'

export function createHeadInMemory(): SealHead {
  let kept: string | undefined
  return createSealHead({ read: async () => kept, write: async (text) => void (kept = text) })
}
