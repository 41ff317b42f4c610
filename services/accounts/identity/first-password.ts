import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '@app/contracts/start-error.ts'
import { writeAtomically } from '../../platform/settings/durable-file.ts'

/** Stored until it was shown, because a crash would otherwise leave an account that nobody can enter. */
export interface FirstPassword {
  find(): Promise<string | undefined>
  keep(password: string): Promise<void>
  forget(): Promise<void>
}

export function createFirstPassword(dataDir: string): FirstPassword {
  const folder = join(dataDir, 'secrets')
  const path = join(folder, 'first-password')
  return {
    find: async () => {
      try {
        return (await readFile(path, 'utf8')).trim()
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined
        throw error
      }
    },
    keep: async (password) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeAtomically(folder, path, password)
    },
    forget: () => rm(path, { force: true }),
  }
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz'
const CAPITALS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = '23456789'
const GROUPS = [CAPITALS, LETTERS, LETTERS, DIGITS] as const
const GROUP_COUNT = 4

/** Readable on a screen: 16 characters without look-alikes, 66 bits. @param below random integer in [0, n) */
export function generatePassword(below: (n: number) => number): string {
  const group = (): string => GROUPS.map((alphabet) => alphabet[below(alphabet.length)]).join('')
  return Array.from({ length: GROUP_COUNT }, group).join('-')
}
