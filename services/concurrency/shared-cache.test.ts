import { beforeEach, describe, expect, test } from 'vitest'
import { createSharedCache, type SharedCacheOptions } from './shared-cache.ts'

const START_MS = Date.UTC(2026, 2, 2)
let nowMs: number
/** What the source says; asked counts how often it was. */
let source: (key: string) => Promise<string>
let asked: string[]
beforeEach(() => {
  nowMs = START_MS
  asked = []
  source = async (key) => `${key} ${asked.length}`
})

const recentOf = (change: Partial<SharedCacheOptions<string>> = {}) =>
  createSharedCache({ freshMs: 1_500, max: 3, monotonicMs: () => nowMs, ...change }, (key: string) => {
    asked.push(key)
    return source(key)
  })
const away = async (): Promise<string> => {
  throw new Error('away')
}
const never = () => new Promise<string>(() => undefined)

describe('what was looked up', () => {
  test('is remembered while it is fresh, to the millisecond', async () => {
    const recent = recentOf()
    expect(await recent.get('ana')).toBe('ana 1')
    nowMs += 1_499
    expect(await recent.get('ana')).toBe('ana 1')
    nowMs += 1
    expect(await recent.get('ana')).toBe('ana 2')
  })

  test('is as old as the question, not as the answer', async () => {
    const recent = recentOf()
    let answer: (value: string) => void = () => undefined
    source = () => new Promise((resolve) => (answer = resolve))
    const first = recent.get('ana')
    nowMs += 1_500
    answer('late')
    expect(await first).toBe('late')
    source = async () => 'fresh'
    expect(await recent.get('ana')).toBe('fresh')
  })

  test('is one look-up for all who ask at once', async () => {
    const recent = recentOf()
    const all = await Promise.all(Array.from({ length: 50 }, () => recent.get('ana')))
    expect(new Set(all)).toEqual(new Set(['ana 1']))
    expect(asked).toEqual(['ana'])
  })

  test('is kept key by key', async () => {
    const recent = recentOf()
    expect(await recent.get('ana')).toBe('ana 1')
    expect(await recent.get('luis')).toBe('luis 2')
    expect(await recent.get('ana')).toBe('ana 1')
  })

  test('is bounded: the one asked for first is forgotten first', async () => {
    const recent = recentOf()
    for (const key of ['a', 'b', 'c', 'd']) await recent.get(key)
    await recent.get('d')
    await recent.get('b')
    expect(asked).toEqual(['a', 'b', 'c', 'd'])
    await recent.get('a')
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'a'])
  })
})

test('what was forgotten is looked up anew, also while an older look-up is under way', async () => {
  const recent = recentOf()
  let answer: (value: string) => void = () => undefined
  source = () => new Promise((resolve) => (answer = resolve))
  const older = recent.get('ana')
  recent.forget('ana')
  source = async () => 'anew'
  expect(await recent.get('ana')).toBe('anew')
  answer('older')
  expect(await older).toBe('older')
  expect(await recent.get('ana')).toBe('anew')
})

describe('a failure', () => {
  test('is told to all who asked, and the next one asks again', async () => {
    const recent = recentOf()
    source = away
    const failed = await Promise.allSettled([recent.get('ana'), recent.get('ana')])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    source = async () => 'back'
    expect(await recent.get('ana')).toBe('back')
    expect(asked).toHaveLength(2)
  })

  test('is told though something was known, where nothing old may be answered', async () => {
    const recent = recentOf()
    await recent.get('ana')
    nowMs += 1_500
    source = away
    await expect(recent.get('ana')).rejects.toThrow('away')
  })

  test('of an older question does not take away what a newer one knows', async () => {
    const recent = recentOf()
    let fail: (error: Error) => void = () => undefined
    source = () => new Promise((_resolve, reject) => (fail = reject))
    const older = recent.get('ana')
    nowMs += 1_500
    source = async () => 'newer'
    await recent.get('ana')
    fail(new Error('away'))
    await expect(older).rejects.toThrow('away')
    expect(await recent.get('ana')).toBe('newer')
    expect(asked).toHaveLength(2)
  })
})

describe('while the source cannot be reached', () => {
  const stale = { staleAfterMs: 5 }

  test('the last known value is answered, however old', async () => {
    const recent = recentOf(stale)
    await recent.get('ana')
    nowMs += 3_600_000
    source = away
    expect(await recent.get('ana')).toBe('ana 1')
    source = async () => 'back'
    nowMs += 1_500
    expect(await recent.get('ana')).toBe('back')
  })

  test('nobody waits longer than the patience for it', async () => {
    const recent = recentOf(stale)
    await recent.get('ana')
    nowMs += 1_500
    source = never
    expect(await recent.get('ana')).toBe('ana 1')
  })

  test('what was never known is a failure', async () => {
    const recent = recentOf(stale)
    source = away
    await expect(recent.get('ana')).rejects.toThrow('away')
  })

  test('an answer that came too late is what is known from then on', async () => {
    const recent = recentOf(stale)
    await recent.get('ana')
    nowMs += 1_500
    let answer: (value: string) => void = () => undefined
    source = () => new Promise((resolve) => (answer = resolve))
    expect(await recent.get('ana')).toBe('ana 1')
    answer('newer')
    await new Promise(setImmediate)
    source = away
    nowMs += 1_500
    expect(await recent.get('ana')).toBe('newer')
  })

  test('an answer that came late is told at once, and not only after a while', async () => {
    const recent = recentOf(stale)
    await recent.get('ana')
    nowMs += 1_500
    let answer: (value: string) => void = () => undefined
    source = () => new Promise((resolve) => (answer = resolve))
    expect(await recent.get('ana')).toBe('ana 1')
    answer('newer')
    await new Promise(setImmediate)
    expect(await recent.get('ana')).toBe('newer')
    expect(asked).toHaveLength(2)
  })

  test('an answer to an older question does not take the place of a newer one', async () => {
    const recent = recentOf(stale)
    await recent.get('ana')
    const answers: ((value: string) => void)[] = []
    source = () => new Promise((resolve) => answers.push(resolve))
    for (let look = 0; look < 2; look += 1) {
      recent.forget('ana')
      await recent.get('ana')
    }
    answers[1]?.('newer')
    await new Promise(setImmediate)
    answers[0]?.('older')
    await new Promise(setImmediate)
    expect(await recent.get('ana')).toBe('newer')
    source = away
    recent.forget('ana')
    expect(await recent.get('ana')).toBe('newer')
  })

  test('what turned out to be wrong is answered to nobody, nor by a look-up of before', async () => {
    const recent = recentOf(stale)
    await recent.get('ana')
    nowMs += 1_500
    let answer: (value: string) => void = () => undefined
    source = () => new Promise((resolve) => (answer = resolve))
    await recent.get('ana')
    recent.outdate('ana')
    answer('of before')
    await new Promise(setImmediate)
    source = away
    await expect(recent.get('ana')).rejects.toThrow('away')
    source = async () => 'right'
    expect(await recent.get('ana')).toBe('right')
    nowMs += 1_500
    source = away
    expect(await recent.get('ana')).toBe('right')
  })

  test('what is known is bounded as well', async () => {
    const recent = recentOf(stale)
    for (const key of ['a', 'b', 'c', 'd']) await recent.get(key)
    source = away
    nowMs += 1_500
    expect(await recent.get('d')).toBe('d 4')
    await expect(recent.get('a')).rejects.toThrow('away')
  })

  test('what is not worth keeping takes the place of nothing that is', async () => {
    const recent = recentOf({ ...stale, isWorthKeeping: (value) => !value.startsWith('no') })
    expect(await recent.get('ana')).toBe('ana 1')
    for (let n = 0; n < 20; n += 1) await recent.get(`nobody ${n}`)
    source = away
    expect(await recent.get('ana')).toBe('ana 1')
    nowMs += 1_500
    await expect(recent.get('nobody 19')).rejects.toThrow('away')
  })
})
