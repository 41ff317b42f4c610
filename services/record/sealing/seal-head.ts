import { z } from 'zod'
import { positionOf, type Position } from '@app/contracts/event-store.ts'
import type { TreeHead } from '../tree/merkle-tree.ts'
import { publicPartOf } from '../signed-note.ts'

/** The last head that was signed here. It lies beside the key, so that nobody who has the database alone can change it. */
export interface SignedHead extends TreeHead {
  /** Of the key that signed it. */
  readonly vkey: string
  readonly sealedAt: string
  /** Of its last leaf: what the next seal signs is read from the log behind it. Absent after a restored log was accepted. */
  readonly position?: Position | undefined
  /** Keys of before that had another seed: they were lost. */
  readonly formerVkeys: readonly string[]
}

export interface SealHead {
  read(): Promise<SignedHead | undefined>
  /** Durable when it resolves. Of two processes with one folder the slower one takes no head back. */
  advance(head: Omit<SignedHead, 'formerVkeys'>): Promise<void>
  /** Also by a smaller one: an older log was restored, and accepted. */
  replace(head: Omit<SignedHead, 'formerVkeys'>): Promise<void>
}

/** A small file that is replaced as a whole. */
export interface HeadFile {
  /** Undefined while there is none. */
  readonly read: () => Promise<string | undefined>
  readonly write: (text: string) => Promise<void>
}

const stored = z.object({
  size: z.int().min(0),
  root: z.base64(),
  vkey: z.string(),
  sealedAt: z.string(),
  position: z
    .string()
    .regex(/^\d{1,20}$/)
    .transform(positionOf)
    .optional(),
  formerVkeys: z.array(z.string()),
})

export function createSealHead(file: HeadFile): SealHead {
  let last: Promise<void> = Promise.resolve()
  const read = async (): Promise<SignedHead | undefined> => {
    const text = await file.read()
    if (text === undefined) return undefined
    const { root, ...head } = stored.parse(JSON.parse(text))
    return { ...head, root: Buffer.from(root, 'base64') }
  }
  async function write(head: Omit<SignedHead, 'formerVkeys'>, isForward: boolean): Promise<void> {
    const before = await read()
    const kept = before !== undefined && isForward && isAsFar(before, head) ? before : head
    const vkeys = before === undefined ? [] : [before.vkey, ...before.formerVkeys]
    const former = vkeys.filter((vkey) => publicPartOf(vkey) !== publicPartOf(head.vkey))
    const next = { ...kept, vkey: head.vkey, formerVkeys: [...new Set(former)] }
    if (kept === before && before.vkey === next.vkey) return
    const position = next.position === undefined ? undefined : String(next.position)
    await file.write(JSON.stringify({ ...next, root: next.root.toString('base64'), position }))
  }
  /** One after the other within this process. */
  const inTurn = (work: () => Promise<void>): Promise<void> => (last = last.then(work, work))
  return {
    read,
    advance: (head) => inTurn(() => write(head, true)),
    replace: (head) => inTurn(() => write(head, false)),
  }
}

const isAsFar = (one: Omit<SignedHead, 'formerVkeys'>, { size }: TreeHead): boolean =>
  one.size > size || (one.size === size && one.position !== undefined)

/** Whose seals count: the key of this installation, and those that its folder of secrets names beside it. */
export const trustedKeys = (vkey: string, head: SignedHead | undefined): readonly string[] =>
  head === undefined ? [vkey] : [vkey, head.vkey, ...head.formerVkeys]
