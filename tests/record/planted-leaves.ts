import { leafHash, type Hash } from '@app/record/tree/merkle-tree.ts'
import { rootOfFull, TILE_WIDTH } from '@app/record/tree/tiles.ts'
import type { SealedLog } from '@app/record/testing/open-sealer.ts'
import { appendAll } from './sealed-log.ts'

const FORGED = leafHash(Buffer.from('{"data":{"role":"admin"}}'))
const hex = (hash: Hash): string => `'\\x${hash.toString('hex')}'::bytea`
/** Of no seal yet: 100 events more follow the last one. */
const LEAF = 200
const END = 280
const byteOf = (leaf: number): number => (leaf % TILE_WIDTH) * 32 + 1
const setTile = (tile: number, hashes: string): string =>
  `update record.tiles set hashes = ${hashes} where level = 0 and index = ${tile};`

async function leavesOf(sealed: SealedLog): Promise<readonly Hash[]> {
  const leaves: Hash[] = []
  for await (const page of sealed.tree.leaves(TILE_WIDTH)) leaves.push(...page.map(({ hash }) => hash))
  return leaves
}

/** The full tile with this leaf in it, and the hash above it, as somebody would write them who knows the tree. */
async function plantedInFullTile(sealed: SealedLog, hash: Hash): Promise<string> {
  const leaves = (await leavesOf(sealed)).with(LEAF, hash)
  return `${setTile(0, hex(Buffer.concat(leaves)))}
    update record.tiles set hashes = overlay(hashes placing ${hex(rootOfFull(leaves))} from 1) where level = 1`
}

/** What somebody does to the tables, with no more rights than the product's own login, while events wait for their seal. */
export const PLANTINGS: Readonly<Record<string, (sealed: SealedLog) => Promise<string>>> = {
  'a byte of junk': async () => setTile(1, `overlay(hashes placing '\\x00'::bytea from ${byteOf(END) + 7})`),
  'the hash of a forged event in a full tile': (sealed) => plantedInFullTile(sealed, FORGED),
  'a position behind the end of the log': async () => 'update record.tree set position = position + 1000000',
  'events that come and are never read': async ({ log }) => {
    await appendAll(log, [700, 701])
    return `update record.tree set position = ${await log.headPosition()}`
  },
}
