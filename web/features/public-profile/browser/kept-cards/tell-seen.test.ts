// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { tellSeen } from './tell-seen.ts'

const page = { address: '/pages/demo?s=nfc', loaded: () => ['/public-assets/tap-1.js'] }

test('the worker is told the card and its parts', async () => {
  const postMessage = vi.fn()
  const register = vi.fn(async () => undefined)
  await tellSeen(document, {
    ...page,
    workers: () => ({ register, ready: Promise.resolve({ active: { postMessage } }) }),
  })
  expect(register).toHaveBeenCalledWith('/pages/kept-cards.js')
  expect(postMessage).toHaveBeenCalledWith({
    address: '/pages/demo?s=nfc',
    parts: ['/public-assets/tap-1.js'],
  })
})

test('a browser without workers, or that refuses them, shows the page all the same', async () => {
  await tellSeen(document, { ...page, workers: () => undefined })
  const blocked = () => {
    throw new Error('SecurityError')
  }
  await tellSeen(document, { ...page, workers: blocked })
  const register = () => Promise.reject(new Error('SecurityError'))
  await tellSeen(document, { ...page, workers: () => ({ register, ready: new Promise(() => undefined) }) })
})
