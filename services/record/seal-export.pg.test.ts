import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anchorOf, readHistory } from './history/history-sources.ts'
import { bundleOf, ENTRY_BYTES_MAX, exportSealed } from './seal-export.ts'
import { sealToHead } from './sealing/seal-to-head.ts'
import { appendMany, openSealer, signer, trustOf, type SealedLog } from './testing/open-sealer.ts'
import { leafHash, type Hash } from './tree/merkle-tree.ts'
import {
  EMPTY_EDGE,
  entriesPath,
  extended,
  headOf,
  hashesOfBytes,
  parseTilePath,
  tilePath,
} from './tree/tiles.ts'
import { findNewestSeal } from './trusted-seals.ts'
import { verifyHistory } from './history/verify-history.ts'

let sealer: SealedLog
let folder: string

beforeAll(async () => {
  sealer = await openSealer(() => new Date('2026-11-23T12:00:00.000Z'))
  folder = join(mkdtempSync(join(tmpdir(), 'seal-')), 'log')
})
afterAll(async () => {
  await sealer.pool.end()
  rmSync(join(folder, '..'), { recursive: true })
})

async function grow(count: number): Promise<void> {
  await appendMany(sealer.log, count)
  await sealToHead(sealer)
}
const newestSeal = () => findNewestSeal(trustOf(sealer))

async function exportNow() {
  const seal = (await newestSeal())!
  const bundles: number[] = []
  await exportSealed({ ...sealer, onBundle: (entries) => bundles.push(entries) }, seal, folder)
  return { seal, bundles }
}

/** The hashes of all entries that the bundles have, in order. */
function entriesIn(size: number): readonly Hash[] {
  const hashes: Hash[] = []
  for (let index = 0; index * 256 < size; index += 1) {
    const bundle = readFileSync(join(folder, entriesPath(index, Math.min(256, size - index * 256))))
    for (let at = 0; at < bundle.length; at += 2 + bundle.readUInt16BE(at))
      hashes.push(leafHash(bundle.subarray(at + 2, at + 2 + bundle.readUInt16BE(at))))
  }
  return hashes
}

test('an export has checkpoint, tiles and entries that fit each other, and a later one adds what is new', async () => {
  for (const [count, added] of [
    [700, 3],
    [400, 3],
  ] as const) {
    await grow(count)
    const { seal, bundles } = await exportNow()
    expect(bundles).toHaveLength(added)
    expect(headOf(extended(EMPTY_EDGE, entriesIn(seal.size)).edge)).toEqual({
      size: seal.size,
      root: seal.root,
    })
    expect(readFileSync(join(folder, 'checkpoint'), 'utf8')).toBe(seal.checkpoint)
    const tile = readFileSync(join(folder, tilePath({ level: 1, index: 0 }, Math.floor(seal.size / 256))))
    expect(hashesOfBytes(tile)).toHaveLength(Math.floor(seal.size / 256))
  }
  expect((await exportNow()).bundles).toEqual([])
})

test('an interrupted export goes on where it was', async () => {
  const { seal } = await exportNow()
  unlinkSync(join(folder, entriesPath(2)))
  const { bundles } = await exportNow()
  expect(bundles.at(-1)).toBe(seal.size)
  expect(entriesIn(seal.size)).toHaveLength(seal.size)
})

test('an export is for its user only', () => {
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const stat = statSync(join(folder, name))
    expect([name, stat.mode & 0o777]).toEqual([name, stat.isDirectory() ? 0o700 : 0o600])
  }
})

test('an event that a bundle cannot hold is refused', () => {
  expect(bundleOf([Buffer.alloc(ENTRY_BYTES_MAX)]).length).toBe(ENTRY_BYTES_MAX + 2)
  expect(() => bundleOf([Buffer.alloc(ENTRY_BYTES_MAX + 1)])).toThrow('too large')
})

test('a history that nobody touched is read as it was sealed, and continues a kept checkpoint', async () => {
  const { checkpoint } = (await newestSeal())!
  await grow(10)
  const { log, tree } = sealer
  const history = await readHistory({ log, tree, vkey: signer.vkey })
  const anchor = anchorOf(checkpoint, [signer.vkey])
  expect(await verifyHistory({ ...history, anchor })).toMatchObject({ findings: [], continuesAnchor: true })
  expect(() => anchorOf(checkpoint.replace('tarjetas', 'otras'), [signer.vkey])).toThrow('no key')
})

test.each(['tile/0/000', 'tile/0/000.p/255', 'tile/3/x001/x234/067.p/1'])('%s names a tile', (path) => {
  const { width, ...place } = parseTilePath(path)!
  expect(tilePath(place, width)).toBe(path)
})

test.each([
  'tile/00/000',
  'tile/0/0',
  'tile/0/x000/001',
  'tile/64/000',
  'tile/0/000.p/256',
  'tile/0/000.p/01',
  'tile/entries/000',
])('%s names none', (path) => expect(parseTilePath(path)).toBeUndefined())
