import { withAdvisoryLock } from '../../platform/postgres/in-transaction.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountStream } from '@app/contracts/accounts.ts'
import { account } from '../../accounts/account.ts'
import { load } from '../../kernel/commands.ts'
import { createPasswords } from '../../accounts/identity/passwords.ts'
import { createCredentials } from '../../accounts/credentials.ts'
import { createAccountFinder, hashOf } from '../../accounts/find-account.ts'
import { wrappingFilesInMemory } from '../../kernel/keys/testing/wrapping-files-in-memory.ts'
import { isLong } from '../../../tests/support/longer-runs.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import type { Backend } from '../backend/open-backend.ts'
import { ensureAdministrator, type Founding } from './bootstrap.ts'
import { backendOn } from '../testing/backend-on.ts'

/** Concurrent processes on one database, each with its own connections and data folder. */

const PROCESSES = isLong ? 3 : 2
const CHEAPEST = 4
const EMAIL = 'admin@empresa.example'
/** One folder of keys for all processes. */
const wrappingFiles = wrappingFilesInMemory()

const passwords = createPasswords({ cost: CHEAPEST, stepsBack: false })
const opened: Backend[] = []
let processes: readonly Founding[]

async function openProcess(url: string, name: string): Promise<Founding> {
  const backend = await backendOn(url, { wrappingFiles })
  opened.push(backend)
  let kept: string | undefined
  let made = 0
  return {
    ...backend,
    credentials: createCredentials(backend.app, backend.now),
    passwords,
    findAccountId: createAccountFinder(backend),
    newPassword: () => `Made-by-${name}-${(made += 1)}`,
    firstPassword: {
      find: async () => kept,
      keep: async (password) => void (kept = password),
      forget: async () => void (kept = undefined),
    },
    oneAtATime: (work) => withAdvisoryLock(backend.projector, 'administrator', work),
  }
}

beforeAll(async () => {
  const { url } = await createTestDatabase()
  const names = Array.from({ length: PROCESSES }, (_, n) => `process-${n}`)
  processes = await Promise.all(names.map((name) => openProcess(url, name)))
})
afterAll(async () => {
  await Promise.all(opened.map((backend) => backend.close()))
  await passwords.stop()
})

const startAll = (email: string) =>
  Promise.all(processes.map((deps) => ensureAdministrator(deps, { email, password: undefined })))

async function opensAccount(email: string, password: string): Promise<boolean> {
  const [deps] = processes
  const id = await deps!.findAccountId(email)
  const { state } = await load(deps!.store, account, accountStream(id))
  return passwords.matches(password, await hashOf(deps!, id, state))
}

test('one of several concurrent starts shows a password, which is the valid one [RUN-10]', async () => {
  for (let round = 0; round < (isLong ? 2 : 1); round += 1) {
    const email = `${round}-${EMAIL}`
    const founded = await startAll(email)
    const shown = founded.flatMap(({ generatedPassword }) => generatedPassword ?? [])
    expect(shown).toHaveLength(1)
    expect(founded.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await opensAccount(email, shown[0]!)).toBe(true)
    // Each process has shown its box.
    await Promise.all(processes.map(({ firstPassword }) => firstPassword.forget()))
  }
})
