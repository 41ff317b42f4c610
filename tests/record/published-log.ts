import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proofFile } from '@app/record/proof-file.ts'
import { consistencyRanges, inclusionRanges } from '@app/record/tree/merkle-tree.ts'
import type { SealedLog } from '@app/record/testing/open-sealer.ts'

export interface Sealing {
  readonly checkpoint: string
  readonly size: number
  readonly older: { readonly checkpoint: string; readonly size: number }
}

/**
 * What others than the log hold, beside an export of it: the checkpoint, proofs (C2SP tlog-proof), and `old SIZE` with
 * the hashes of a proof, an empty line, and the checkpoint of that size.
 */
export async function writeHeld(
  folder: string,
  { tree }: SealedLog,
  { checkpoint, size, older }: Sealing,
): Promise<void> {
  writeFileSync(join(folder, 'checkpoint'), checkpoint)
  mkdirSync(join(folder, 'proofs'))
  for (const index of [0, 1, 255, 256, Math.floor(size / 2), size - 1]) {
    const hashes = await tree.hashesOf(inclusionRanges(index, size))
    writeFileSync(join(folder, 'proofs', `${index}.tlog-proof`), proofFile({ index, hashes, checkpoint }))
  }
  const hashes = await tree.hashesOf(consistencyRanges(older.size, size))
  const lines = [`old ${older.size}`, ...hashes.map((hash) => hash.toString('base64')), '', older.checkpoint]
  writeFileSync(join(folder, 'consistency'), lines.join('\n'))
}
