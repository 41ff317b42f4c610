import { headFileOn, type HeadFile } from '@app/services/record/blocks.ts'

export function createHeadInMemory(): HeadFile {
  let kept: string | undefined
  return headFileOn({
    read: async () => kept,
    write: async (text) => void (kept = text),
    setAside: async () => void (kept = undefined),
  })
}
