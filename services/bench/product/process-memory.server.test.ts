import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { childrenNamed, residentBytes } from './process-memory.ts'

const MIB = 1024 * 1024
const PROGRAM = 'console.log("here"); setInterval(() => undefined, 1_000)'

test.runIf(process.platform === 'linux')(
  'a child is found by its name, with its memory, until it ends',
  async () => {
    const child = spawn(process.execPath, ['-e', PROGRAM, 'some-child'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await once(child.stdout, 'data')
    expect(childrenNamed(process.pid, 'some-child')).toEqual([child.pid])
    expect(childrenNamed(process.pid, 'another-child')).toEqual([])
    expect(residentBytes(child.pid!)).toBeGreaterThan(10 * MIB)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect([childrenNamed(process.pid, 'some-child'), residentBytes(child.pid!)]).toEqual([[], 0])
  },
)
