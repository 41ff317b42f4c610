import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'

const packed = createRequire(import.meta.url).resolve(
  '@fontsource/host-grotesk/files/host-grotesk-latin-400-normal.woff',
)

/** The unpacked tables of a WOFF file by tag, because sharp's FreeType cannot read WOFF. */
function tablesOfWoff(woff: Buffer): ReadonlyMap<string, Buffer> {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const entry = 44 + 20 * index
    const [at, packedBytes, bytes] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ]
    const table = woff.subarray(at, at + packedBytes)
    return [
      woff.toString('latin1', entry, entry + 4),
      packedBytes < bytes ? inflateSync(table) : table,
    ] as const
  })
  return new Map(tables)
}

function tablesOfTrueType(font: Buffer): ReadonlyMap<string, Buffer> {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const entry = 12 + 16 * index
    const at = font.readUInt32BE(entry + 8)
    const table = font.subarray(at, at + font.readUInt32BE(entry + 12))
    return [font.toString('latin1', entry, entry + 4), table] as const
  })
  return new Map(tables)
}

test('the bundled font equals the unpacked font of the screens’ package', () => {
  const ours = tablesOfTrueType(readFileSync(new URL('./fonts/host-grotesk-400.ttf', import.meta.url)))
  const theirs = tablesOfWoff(readFileSync(packed))
  expect([...ours.keys()]).toEqual([...theirs.keys()])
  for (const [tag, table] of theirs) expect(ours.get(tag)?.equals(table), tag).toBe(true)
})
