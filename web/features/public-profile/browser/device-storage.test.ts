import { expect, test } from 'vitest'
import { createDeviceStorage } from './device-storage.ts'

const working = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

test('what is written is read again', () => {
  const storage = createDeviceStorage(working)
  expect(storage.lasting).toBe(true)
  expect(storage.write('k', { a: 1 })).toBe(true)
  expect(storage.read('k')).toEqual({ a: 1 })
  storage.remove('k')
  expect(storage.read('k')).toBeNull()
})

test('a forbidden storage is replaced by one that lasts as long as the page', () => {
  const storage = createDeviceStorage(() => {
    throw new Error('SecurityError')
  })
  expect(storage.lasting).toBe(false)
  expect(storage.write('k', 1)).toBe(true)
  expect(storage.read('k')).toBe(1)
})

test('a full storage keeps nothing and throws nothing', () => {
  let full = false
  const backing = working()
  const storage = createDeviceStorage(() => ({
    ...backing,
    setItem: (key, value) => {
      if (full) throw new Error('QuotaExceededError')
      backing.setItem(key, value)
    },
  }))
  full = true
  expect(storage.write('k', 1)).toBe(false)
})

test('text that is no JSON reads as nothing', () => {
  const backing = working()
  backing.setItem('k', '{broken')
  expect(createDeviceStorage(() => backing).read('k')).toBeUndefined()
})
