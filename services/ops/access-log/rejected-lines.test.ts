import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { logLine } from '../testing/log-lines.ts'
import { exampleOf, openRejectedLines, rejectedFileOf } from './rejected-lines.ts'

let dir: string
let file: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'app-rejected-'))
  file = join(dir, 'access.log.rejected')
})
afterEach(() => rm(dir, { recursive: true }))

const whole = (number: number, bytes: string | Buffer) =>
  ({ number, bytes: Buffer.from(bytes as string), piece: 'whole' }) as const

test('rejected lines are written byte by byte to a file that only its owner can read', async () => {
  const rejected = await openRejectedLines(file)
  await rejected.add(whole(1, Buffer.from([0xff, 0x00, 0xc3])))
  await rejected.add(whole(7, 'two'))
  await rejected.close()
  expect(await readFile(file)).toEqual(Buffer.from([0xff, 0x00, 0xc3, 0x0a, 0x74, 0x77, 0x6f, 0x0a]))
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('a run without rejected lines leaves no file, and removes an earlier one', async () => {
  await writeFile(file, 'old')
  const rejected = await openRejectedLines(file)
  await rejected.close()
  await expect(stat(file)).rejects.toThrow('ENOENT')
})

test('the pieces of one line are written as one line', async () => {
  const rejected = await openRejectedLines(file)
  for (const piece of ['first', 'middle', 'last'] as const)
    await rejected.add({ number: 3, bytes: Buffer.from(piece), piece })
  await rejected.close()
  expect(await readFile(file, 'utf8')).toBe('firstmiddlelast\n')
  expect(rejected.examples()).toHaveLength(1)
})

test('the first ten rejected lines are examples', async () => {
  const rejected = await openRejectedLines(file)
  for (let number = 1; number <= 12; number += 1) await rejected.add(whole(number, 'x'))
  await rejected.close()
  expect(rejected.examples().map((example) => example.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('the file is beside the log', async () => {
  expect(await rejectedFileOf(join(dir, 'access.log'))).toBe(file)
})

test('a file that cannot be written is reported', async () => {
  const rejected = await openRejectedLines(join(dir, 'gone', 'access.log.rejected'))
  await rejected.add(whole(1, 'x')).catch(() => undefined)
  await expect(rejected.close()).rejects.toThrow('No se puede escribir')
})

describe('an example', () => {
  const example = (text: string) => exampleOf(Buffer.from(text, 'latin1'))

  test('is the beginning of the line without the address', () => {
    expect(example(logLine())).toBe('• - - [17/May/2015:10:05:03 +0000] "GET /ana HTTP/1.1" 200 1')
  })

  test('shows neither a user name nor a query string', () => {
    expect(example('203.0.113.9 - maria [x] "GET /a?mail=ana@x.cl')).toBe('• - • [x] "GET /a?…')
  })

  test.each(['x - - 203.0.113.9 y', 'x - - 2001:db8::12 y', 'x - - ::ffff:203.0.113.9 y'])(
    'masks an address in another place: %s',
    (text) => expect(example(text)).toBe('• - - • y'),
  )

  test('contains no control codes of the terminal', () => {
    expect(example('x \u001b[31mred\u0007')).toBe('• ·[31mred·')
  })
})
