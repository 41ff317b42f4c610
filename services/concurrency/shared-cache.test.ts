import { beforeEach, describe, expect, test } from 'vitest'
import { createSharedCache, type SharedCacheOptions } from './shared-cache.ts'

const START_MS = Date.UTC(2026, 2, 2)
let nowMs: number
/** Answers look-ups, and may be replaced by a test. */
let source: (key: string) => Promise<string>
let asked: string[]
beforeEach(() => {
  nowMs = START_MS
  asked = []
  source = async (key) => `${key} ${asked.length}`
})

const cacheOf = (change: Partial<SharedCacheOptions<string>> = {}) =>
  createSharedCache({ freshMs: 1_500, max: 3, monotonicMs: () => nowMs, ...change }, (key: string) => {
    asked.push(key)
    return source(key)
  })
const away = async (): Promise<string> => {
  throw new Error('away')
}
const never = () => new Promise<string>(() => undefined)

describe('a value', () => {
  test('is cached while it is fresh, to the millisecond', async () => {
    const cache = cacheOf()
    expect(await cache.get('ana')).toBe('ana 1')
    nowMs += 1_499
    expect(await cache.get('ana')).toBe('ana 1')
    nowMs += 1
    expect(await cache.get('ana')).toBe('ana 2')
  })

  test('ages from the beginning of its look-up, not from its end', async () => {
    const cache = cacheOf()
    let answer: (value: string) => void = () => undefined
    source = () => new Promise((resolve) => (answer = resolve))
    const first = cache.get('ana')
    nowMs += 1_500
    answer('late')
    expect(await first).toBe('late')
    source = async () => 'fresh'
    expect(await cache.get('ana')).toBe('fresh')
  })

  test('is looked up once for concurrent callers', async () => {
    const cache = cacheOf()
    const all = await Promise.all(Array.from({ length: 50 }, () => cache.get('ana')))
    expect(new Set(all)).toEqual(new Set(['ana 1']))
    expect(asked).toEqual(['ana'])
  })

  test('is cached by key', async () => {
    const cache = cacheOf()
    expect(await cache.get('ana')).toBe('ana 1')
    expect(await cache.get('luis')).toBe('luis 2')
    expect(await cache.get('ana')).toBe('ana 1')
  })

  test('is evicted when the cache exceeds its size', async () => {
    const cache = cacheOf()
    for (const key of ['a', 'b', 'c', 'd']) await cache.get(key)
    await cache.get('d')
    await cache.get('b')
    expect(asked).toEqual(['a', 'b', 'c', 'd'])
    await cache.get('a')
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'a'])
  })
})

test('a removed key is looked up again, even while an older look-up is under way', async () => {
  const cache = cacheOf()
  let answer: (value: string) => void = () => undefined
  source = () => new Promise((resolve) => (answer = resolve))
  const older = cache.get('ana')
  cache.forget('ana')
  source = async () => 'anew'
  expect(await cache.get('ana')).toBe('anew')
  answer('older')
  expect(await older).toBe('older')
  expect(await cache.get('ana')).toBe('anew')
})

describe('a failure', () => {
  test('reaches all concurrent callers, and is not cached', async () => {
    const cache = cacheOf()
    source = away
    const failed = await Promise.allSettled([cache.get('ana'), cache.get('ana')])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    source = async () => 'back'
    expect(await cache.get('ana')).toBe('back')
    expect(asked).toHaveLength(2)
  })

  test('is thrown despite a known value when stale values are not allowed', async () => {
    const cache = cacheOf()
    await cache.get('ana')
    nowMs += 1_500
    source = away
    await expect(cache.get('ana')).rejects.toThrow('away')
  })

  test('of an older look-up does not remove the value of a newer one', async () => {
    const cache = cacheOf()
    let fail: (error: Error) => void = () => undefined
    source = () => new Promise((_resolve, reject) => (fail = reject))
    const older = cache.get('ana')
    nowMs += 1_500
    source = async () => 'newer'
    await cache.get('ana')
    fail(new Error('away'))
    await expect(older).rejects.toThrow('away')
    expect(await cache.get('ana')).toBe('newer')
    expect(asked).toHaveLength(2)
  })
})

describe('while the source cannot be reached', () => {
  const stale = { staleAfterMs: 5 }

  test('the last known value is answered, however old', async () => {
    const cache = cacheOf(stale)
    await cache.get('ana')
    nowMs += 3_600_000
    source = away
    expect(await cache.get('ana')).toBe('ana 1')
    source = async () => 'back'
    nowMs += 1_500
    expect(await cache.get('ana')).toBe('back')
  })

  test('callers wait no longer than staleAfterMs', async () => {
    const cache = cacheOf(stale)
    await cache.get('ana')
    nowMs += 1_500
    source = never
    expect(await cache.get('ana')).toBe('ana 1')
  })

  test('a key without a last known value fails', async () => {
    const cache = cacheOf(stale)
    source = away
    await expect(cache.get('ana')).rejects.toThrow('away')
  })

  test('a value that arrives too late becomes the last known one', async () => {
    const cache = cacheOf(stale)
    await cache.get('ana')
    nowMs += 1_500
    let answer: (value: string) => void = () => undefined
    source = () => new Promise((resolve) => (answer = resolve))
    expect(await cache.get('ana')).toBe('ana 1')
    answer('newer')
    await new Promise(setImmediate)
    source = away
    nowMs += 1_500
    expect(await cache.get('ana')).toBe('newer')
  })

  test('a value that arrives late is answered from then on', async () => {
    const cache = cacheOf(stale)
    await cache.get('ana')
    nowMs += 1_500
    let answer: (value: string) => void = () => undefined
    source = () => new Promise((resolve) => (answer = resolve))
    expect(await cache.get('ana')).toBe('ana 1')
    answer('newer')
    await new Promise(setImmediate)
    expect(await cache.get('ana')).toBe('newer')
    expect(asked).toHaveLength(2)
  })

  test('the value of an older look-up does not replace that of a newer one', async () => {
    const cache = cacheOf(stale)
    await cache.get('ana')
    const answers: ((value: string) => void)[] = []
    source = () => new Promise((resolve) => answers.push(resolve))
    for (let look = 0; look < 2; look += 1) {
      cache.forget('ana')
      await cache.get('ana')
    }
    answers[1]?.('newer')
    await new Promise(setImmediate)
    answers[0]?.('older')
    await new Promise(setImmediate)
    expect(await cache.get('ana')).toBe('newer')
    source = away
    cache.forget('ana')
    expect(await cache.get('ana')).toBe('newer')
  })

  test('neither an outdated value nor one of an earlier look-up is answered', async () => {
    const cache = cacheOf(stale)
    await cache.get('ana')
    nowMs += 1_500
    let answer: (value: string) => void = () => undefined
    source = () => new Promise((resolve) => (answer = resolve))
    await cache.get('ana')
    cache.outdate('ana')
    answer('of before')
    await new Promise(setImmediate)
    source = away
    await expect(cache.get('ana')).rejects.toThrow('away')
    source = async () => 'right'
    expect(await cache.get('ana')).toBe('right')
    nowMs += 1_500
    source = away
    expect(await cache.get('ana')).toBe('right')
  })

  test('the last known values have a limit too', async () => {
    const cache = cacheOf(stale)
    for (const key of ['a', 'b', 'c', 'd']) await cache.get(key)
    source = away
    nowMs += 1_500
    expect(await cache.get('d')).toBe('d 4')
    await expect(cache.get('a')).rejects.toThrow('away')
  })

  test('a value that is not worth keeping evicts no other', async () => {
    const cache = cacheOf({ ...stale, isWorthKeeping: (value) => !value.startsWith('no') })
    expect(await cache.get('ana')).toBe('ana 1')
    for (let n = 0; n < 20; n += 1) await cache.get(`nobody ${n}`)
    source = away
    expect(await cache.get('ana')).toBe('ana 1')
    nowMs += 1_500
    await expect(cache.get('nobody 19')).rejects.toThrow('away')
  })
})
