import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { isAlive, processIdentity } from './process-facts.ts'

test('this process is alive, and an ended one is not', async () => {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  expect(isAlive(process.pid)).toBe(true)
  expect(isAlive(child.pid!)).toBe(false)
})

test('a process keeps its identity, which no other process has', () => {
  expect(processIdentity(process.pid)).toBe(processIdentity(process.pid))
  if (process.platform === 'linux')
    expect(processIdentity(process.pid)).not.toBe(processIdentity(process.ppid))
})
