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
