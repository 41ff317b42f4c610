import { expect, test } from 'vitest'
import { busyTicksOf, cpuMicrosOfTree, processTimeOf, treeTicksOf } from './processor-time.ts'

test('idling, waiting for the disk and interrupts are not busy, time taken by other guests is', () => {
  const stat = 'cpu  100 10 50 9000 700 5 4 3 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n'
  expect(busyTicksOf(stat)).toBe(163)
})

test('a process is read whatever its name', () => {
  const stat = '42 (a (b) c) S 7 42 42 0 -1 4194560 1 2 3 4 100 20 3 1 20 0 11 0 5000'
  expect(processTimeOf(stat)).toEqual({ pid: 42, parent: 7, ticks: 124 })
})

test('what a process used includes its children and theirs, and nobody else', () => {
  const processes = [
    { pid: 1, parent: 0, ticks: 1_000 },
    { pid: 10, parent: 1, ticks: 5 },
    { pid: 11, parent: 10, ticks: 6 },
    { pid: 12, parent: 11, ticks: 7 },
    { pid: 20, parent: 1, ticks: 500 },
  ]
  expect(treeTicksOf(processes, 10)).toBe(18)
})

test('the processor time of this process is reported where the system has it', () => {
  const micros = cpuMicrosOfTree(process.pid)
  if (process.platform === 'linux') expect(micros).toBeGreaterThan(0)
  else expect(micros).toBeUndefined()
})
