import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { accountStream } from '@app/contracts/accounts.ts'
import { removeReplaced } from '../../accounts/password-change.ts'
import { credentialOf, type Account } from '../../accounts/account-state.ts'
import { account, type AccountCommand } from '../../accounts/account.ts'
import {
  load,
  type Handled,
  causeBy,
  handleBy,
  type CommandContext,
  type Naming,
} from '../../kernel/commands.ts'
import { hashOf } from '../../accounts/find-account.ts'
import { claimEmail } from '../../accounts/claim-identity.ts'
import { grantAdmin } from '../../accounts/change-administrators.ts'
import type { AdvisoryLock } from '../../platform/postgres/in-transaction.ts'
import { writeAtomically } from '../../platform/settings/data-folder.ts'
import { codeOf } from '@app/contracts/start-error.ts'
import type { Ctx } from '../../platform/ctx.ts'

interface PasswordChoice {
  readonly toSet?: string
  readonly toShow?: string
}

/** For an account without one: log and passwords may be of different installations. A later change of it stands. */
async function choosePassword(
  deps: Founding,
  administrator: { readonly id: string; readonly state: Account; readonly setting: string | undefined },
): Promise<PasswordChoice> {
  const { id, state, setting } = administrator
  const current = isStrangers(state) ? undefined : await hashOf(deps, id, state)
  if (current === undefined && setting !== undefined) return { toSet: setting }
  const stored = await deps.firstPassword.find()
  if (current === undefined) {
    const password = stored ?? (await makePassword(deps))
    return { toSet: password, toShow: password }
  }
  // A start may have set the password and died before it showed it; the owner may have changed it since.
  const isUnshown = stored !== undefined && (await deps.passwords.matches(stored, current))
  return isUnshown ? { toShow: stored } : {}
}

/** Stored before it is set: a crash in between would leave an account that nobody can enter. */
async function makePassword({ newPassword, firstPassword }: Founding): Promise<string> {
  const made = newPassword()
  await firstPassword.keep(made)
  return made
}

/** A stranger may have registered the address with their own password. */
const isStrangers = (state: Account): boolean =>
  state.status === 'registered' && !state.isAdmin && !state.isHolderProven

export interface Founding extends CommandContext, Naming {
  readonly credentials: Ctx['credentials']
  readonly passwords: Pick<Ctx['passwords'], 'hash' | 'matches'>
  readonly newPassword: () => string
  readonly firstPassword: FirstPassword
  readonly findAccountId: Ctx['findAccountId']
  readonly oneAtATime: <Result>(
    work: (lock: Pick<AdvisoryLock, 'assertHeld'>) => Promise<Result>,
  ) => Promise<Result>
  readonly securityLog?: Ctx['securityLog']
}

export interface Administrator {
  readonly id: string
  readonly email: string
  /** True even if an interrupted start created it. */
  readonly isNew: boolean
  /** Defined if it was generated and not shown yet. */
  readonly generatedPassword: string | undefined
}

export const BOOTSTRAP_ACTOR = { kind: 'system', id: 'bootstrap' } as const

export interface WantedAdministrator {
  readonly email: string
  readonly password: string | undefined
}

/** Among concurrent processes, only the first generates and shows a password. */
export const ensureAdministrator = (deps: Founding, wanted: WantedAdministrator): Promise<Administrator> =>
  deps.oneAtATime((lock) => ensureAlone(deps, wanted, lock))

async function ensureAlone(
  deps: Founding,
  { email, password: setting }: WantedAdministrator,
  { assertHeld }: Pick<AdvisoryLock, 'assertHeld'>,
): Promise<Administrator> {
  const id = await deps.findAccountId(email)
  const { state } = await load(deps.store, account, accountStream(id))
  const { toSet, toShow } = await choosePassword(deps, { id, state, setting })
  // Adds the password first: a crash in between would leave an account that nobody can enter.
  const added = toSet === undefined ? undefined : await addPassword(deps, id, toSet)
  await assertHeld()
  if (state.status === 'unknown') await claimEmail(deps, email, id, causeBy(deps, BOOTSTRAP_ACTOR))
  const { state: founded } = await register(deps, { id, email, credentialId: added })
  if (added !== undefined) await removeReplaced(deps, id)
  // A deactivated account gets no right, because it would count as an administrator that nobody can be.
  if (founded.status === 'registered' && founded.isActive) await grantAdmin(deps, id, BOOTSTRAP_ACTOR)
  if (state.status === 'registered' && !state.isAdmin)
    deps.securityLog?.({ event: 'admin-granted', account: id, by: 'settings' })
  return {
    id,
    email: addressOf(founded, email),
    isNew: state.status === 'unknown' || toShow !== undefined,
    generatedPassword: toShow,
  }
}

const addressOf = (state: Account, setting: string): string =>
  (state.status === 'registered' && state.email) || setting

async function register(
  deps: CommandContext,
  { id, email, credentialId }: { id: string; email: string; credentialId: string | undefined },
): Promise<Handled<Account>> {
  const command = { type: 'FoundAdministrator', name: 'Administrador', email, credentialId } as const
  const founded = await run(deps, id, command)
  if (credentialId === undefined || credentialOf(founded.state) === credentialId) return founded
  return run(deps, id, { type: 'ReplacePassword', by: 'system', credentialId })
}

const run = (deps: CommandContext, id: string, command: AccountCommand) =>
  handleBy(deps, account, { stream: accountStream(id), command, actor: BOOTSTRAP_ACTOR })

/** The password has no effect before an event names it. */
async function addPassword(deps: Founding, id: string, password: string): Promise<string> {
  const credentialId = deps.newId()
  await deps.credentials.add(id, credentialId, await deps.passwords.hash(password))
  return credentialId
}

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
