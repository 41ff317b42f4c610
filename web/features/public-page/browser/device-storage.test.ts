// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { createDeviceStorage } from './device-storage.ts'

afterEach(() => localStorage.clear())

test('what is written is read again', () => {
  const storage = createDeviceStorage(() => localStorage)
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
  const setItem = vi.fn()
  const storage = createDeviceStorage(() => ({ getItem: () => null, setItem, removeItem: () => undefined }))
  setItem.mockImplementation(() => {
    throw new Error('QuotaExceededError')
  })
  expect(storage.write('k', 1)).toBe(false)
})

test('text that is no JSON reads as nothing', () => {
  localStorage.setItem('k', '{broken')
  expect(createDeviceStorage(() => localStorage).read('k')).toBeUndefined()
})
