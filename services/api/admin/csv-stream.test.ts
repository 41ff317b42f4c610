import { read, utils } from '@e965/xlsx'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { csvOf, sendChunks } from './csv-stream.ts'

test('another library reads each cell as the text that it is, and no formula', async () => {
  const words = ['=HYPERLINK("http://x.example")', '+56 9 8765 4321', 'Ñandú; "sí"', '00123']
  async function* pages() {
    yield [words]
    yield [words.toReversed()]
  }
  const to = new PassThrough()
  const sent = sendChunks(to, csvOf(['A', 'B', 'C', 'D'], pages()), AbortSignal.timeout(5_000))
  const bytes = Buffer.concat(await to.toArray())
  await sent
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  const book = read(bytes, { type: 'buffer', raw: true })
  const sheet = book.Sheets[book.SheetNames[0]!]!
  const seen = [`'${words[0]}`, `'${words[1]}`, words[2], words[3]]
  expect(utils.sheet_to_json(sheet, { header: 1 })).toEqual([['A', 'B', 'C', 'D'], seen, seen.toReversed()])
  const cells = Object.entries(sheet).filter(([name]) => !name.startsWith('!'))
  expect(cells.filter(([, cell]) => (cell as { f?: string }).f !== undefined)).toEqual([])
})

test('pages are read only as fast as the receiver reads', async () => {
  let fetched = 0
  async function* pages() {
    for (; fetched < 1_000; fetched += 1) yield [['x'.repeat(10_000)]]
  }
  const to = new PassThrough()
  const gone = new AbortController()
  const sent = sendChunks(to, csvOf(['A'], pages()), gone.signal)
  await new Promise((resolve) => to.once('readable', resolve))
  gone.abort()
  await expect(sent).rejects.toThrow('abort')
  expect(fetched).toBeLessThan(100)
})
