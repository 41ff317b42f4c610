import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

/** Niceness of each thread of this process: the 19th word of its line, after a name that may have blanks. */
const niceness = (): readonly number[] =>
  readdirSync('/proc/self/task').map((thread) => {
    const line = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[16])
  })

test.runIf(process.platform === 'linux')(
  'two threads hash with cost 10, and only they have a lower priority [SPEED-7]',
  async () => {
    const passwords = createPasswords()
    const before = niceness().filter((nice) => nice === 10).length
    const hashes = await Promise.all(Array.from({ length: 20 }, () => passwords.hash('Ñandú-2026 corre')))
    for (const hash of hashes) expect(hash).toMatch(/^\$2b\$10\$[./\w]{53}$/)
    expect(niceness().filter((nice) => nice === 10)).toHaveLength(before + 2)
    expect(niceness().filter((nice) => nice === getPriority()).length).toBeGreaterThan(1)
    await passwords.stop()
  },
)
