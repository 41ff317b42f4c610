import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createClosing } from './closing.ts'

const failOn = (error: Error): never => {
  throw error
}

test('the last opened is closed first', async () => {
  const closing = createClosing(failOn)
  const closed: string[] = []
  closing.add(() => void closed.push('server'))
  closing.add(async () => {
    await pause(1)
    closed.push('client')
  })
  await closing.closeAll()
  await closing.closeAll()
  expect(closed).toEqual(['client', 'server'])
})

test('one that cannot be closed does not keep the others open', async () => {
  const troubles: string[] = []
  const closing = createClosing(({ message }) => troubles.push(message))
  let isClosed = false
  closing.add(() => {
    isClosed = true
  })
  closing.add(() => Promise.reject(new Error('stuck')))
  await closing.closeAll()
  expect(isClosed).toBe(true)
  expect(troubles).toEqual(['stuck'])
})

test('what is opened while all is being closed is closed too', async () => {
  const closing = createClosing(failOn)
  const closed: string[] = []
  closing.add(async () => {
    await pause(1)
    closing.add(() => void closed.push('late'))
  })
  await Promise.all([closing.closeAll(), closing.closeAll()])
  expect(closed).toEqual(['late'])
})
