import { PassThrough, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import JSZip from 'jszip'
import { expect, test } from 'vitest'
import { sendZip, type ZipEntry, listEntry, textEntry } from './zip-stream.ts'

const AT = new Date('2026-11-20T12:00:00.000Z')
const NEVER = new AbortController().signal

async function* from(...entries: readonly ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries
}
async function* items(count: number): AsyncGenerator<object> {
  for (let n = 0; n < count; n += 1) yield { n }
}

async function unzipped(entries: AsyncIterable<ZipEntry>): Promise<JSZip> {
  const to = new PassThrough()
  const [bytes] = await Promise.all([buffer(to), sendZip(entries, { to, at: AT, signal: NEVER })])
  return JSZip.loadAsync(bytes)
}

test('another library reads what was written, empty lists and signs of any script included', async () => {
  const zip = await unzipped(
    from(
      textEntry('LEEME.txt', 'ñandú 漢字'),
      listEntry('none.json', items(0)),
      listEntry('some.json', items(3)),
    ),
  )
  expect(Object.keys(zip.files)).toEqual(['LEEME.txt', 'none.json', 'some.json'])
  expect(await zip.file('LEEME.txt')?.async('string')).toBe('ñandú 漢字')
  expect(JSON.parse((await zip.file('none.json')?.async('string')) ?? '')).toEqual([])
  expect(JSON.parse((await zip.file('some.json')?.async('string')) ?? '')).toEqual([
    { n: 0 },
    { n: 1 },
    { n: 2 },
  ])
})

/** Noise, so that it cannot be compressed away. */
async function* noise(onAsked: () => void): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < 1_000; n += 1) {
    onAsked()
    yield Uint8Array.from({ length: 65_536 }, () => Math.random() * 256)
  }
}

test('a receiver that takes nothing is sent no more than a few pieces', async () => {
  let asked = 0
  let left: (() => void) | undefined
  const to = new Writable({
    highWaterMark: 1,
    write: (_chunk, _encoding, taken) => {
      left = taken
    },
  })
  const stop = new AbortController()
  const chunks = noise(() => (asked += 1))
  const sending = sendZip(from({ path: 'noise', chunks, isCompressed: true }), {
    to,
    at: AT,
    signal: stop.signal,
  })
  for (let turns = 0; turns < 50; turns += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(left).toBeTypeOf('function')
  expect(asked).toBeLessThan(20)
  stop.abort()
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
})

test('a receiver that leaves ends the reading of the entries', async () => {
  let hasEnded = false
  async function* endless(): AsyncGenerator<ZipEntry> {
    try {
      for (let n = 0; ; n += 1) yield listEntry(`${n}.json`, items(1_000))
    } finally {
      hasEnded = true
    }
  }
  const to = new PassThrough()
  const sending = sendZip(endless(), { to, at: AT, signal: NEVER })
  to.once('data', () => to.destroy())
  await expect(sending).rejects.toThrow()
  expect(hasEnded).toBe(true)
})

test('an entry that fails leaves a zip that nobody takes for whole', async () => {
  async function* failing(): AsyncGenerator<object> {
    yield { n: 0 }
    throw new Error('the database is away')
  }
  const to = new PassThrough()
  const received = buffer(to)
  const sending = sendZip(from(listEntry('a.json', failing())), { to, at: AT, signal: NEVER })
  await expect(sending).rejects.toThrow('the database is away')
  await expect(received).rejects.toThrow()
})
