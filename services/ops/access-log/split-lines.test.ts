import { expect, test } from 'vitest'
import { splitLines, type RawLine } from './split-lines.ts'

async function linesOf(chunks: readonly (string | Buffer)[], bytesMax?: number): Promise<RawLine[]> {
  const lines: RawLine[] = []
  const source = (async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk as string)
  })()
  for await (const some of splitLines(source, bytesMax)) lines.push(...some)
  return lines
}
const texts = async (chunks: readonly (string | Buffer)[]): Promise<string[]> =>
  (await linesOf(chunks)).map(({ bytes }) => bytes.toString('latin1'))

test('a line may end anywhere in its chunk or in the next one', async () => {
  expect(await texts(['one\ntw', 'o\nthree', '\n'])).toEqual(['one', 'two', 'three'])
})

test('a carriage return belongs to the line end, also between two chunks', async () => {
  expect(await texts(['one\r', '\ntwo\r\n'])).toEqual(['one', 'two'])
})

test('the last line counts without a line end, and an empty file has none', async () => {
  expect(await texts(['one\ntwo'])).toEqual(['one', 'two'])
  expect(await texts([''])).toEqual([])
})

test('an empty line is a line', async () => {
  expect(await texts(['one\n\ntwo\n'])).toEqual(['one', '', 'two'])
})

test('invalid UTF-8 neither joins nor loses lines', async () => {
  expect(await texts([Buffer.from([0xc3, 0x0a, 0xff, 0x0a])])).toEqual(['\u00c3', '\u00ff'])
})

test('lines are numbered from 1', async () => {
  expect((await linesOf(['a\nb\n', 'c'])).map(({ number }) => number)).toEqual([1, 2, 3])
})

test('an endless line comes in pieces under one number, and none of its bytes is lost', async () => {
  const lines = await linesOf(['ok\n', 'x'.repeat(30), 'y'.repeat(30), 'end\nnext\n'], 20)
  expect(lines.map(({ number, piece }) => [number, piece])).toEqual([
    [1, 'whole'],
    [2, 'first'],
    [2, 'middle'],
    [2, 'last'],
    [3, 'whole'],
  ])
  expect(Buffer.concat(lines.slice(1, 4).map(({ bytes }) => bytes)).toString()).toBe(
    `${'x'.repeat(30)}${'y'.repeat(30)}end`,
  )
})
