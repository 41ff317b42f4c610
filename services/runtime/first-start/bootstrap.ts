import { accountStream } from '@app/contracts/events/account.ts'
import { NO_DETAILS, type ProfileDetails } from '@app/contracts/events/profile.ts'
import { credentialOf, removeReplaced } from '@app/api/accounts/password-change.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { SecurityLog } from '@app/contracts/security-events.ts'
import { NETWORKS } from '@app/contracts/traffic/traffic.ts'
import type { AccountCommand } from '@app/domain/account-commands.ts'
import type { Account } from '@app/domain/account-state.ts'
import { account } from '@app/domain/account.ts'
import { handle, load, type Handled } from '@app/event-store/handle.ts'
import { derivedId } from '@app/event-store/ids.ts'
import { causeBy, type Acting } from '@app/processes/command-context.ts'
import { grantAdmin } from '@app/processes/accounts/administrators.ts'
import type { AdvisoryLock } from '@app/postgres/advisory-lock.ts'
import { createProfile } from '@app/processes/profiles/create-profile.ts'
import type { Naming } from '@app/processes/named-streams.ts'
import { choosePassword, type AdministratorPasswordDeps } from './administrator-password.ts'
import type { OneAtATime } from './one-at-a-time.ts'

export interface BootstrapDeps extends Acting, AdministratorPasswordDeps {
  readonly accountIdOf: (email: string) => string
  readonly oneAtATime: OneAtATime
  readonly securityLog?: SecurityLog
}

export interface Administrator {
  readonly id: string
  readonly email: string
  /** Also when an interrupted start created it. */
  readonly isNew: boolean
  /** Only when it was generated and not shown yet. */
  readonly generatedPassword: string | undefined
}

const ACTOR = { kind: 'system', id: 'bootstrap' } as const

export interface WantedAdministrator {
  readonly email: string
  readonly password: string | undefined
}

/** Of several processes that start at once only the first generates and shows a password. */
export const ensureAdministrator = (
  deps: BootstrapDeps,
  wanted: WantedAdministrator,
): Promise<Administrator> => deps.oneAtATime((assertHeld) => ensureAlone(deps, wanted, assertHeld))

async function ensureAlone(
  deps: BootstrapDeps,
  { email, password: setting }: WantedAdministrator,
  assertHeld: AdvisoryLock['assertHeld'],
): Promise<Administrator> {
  const id = deps.accountIdOf(email)
  const { state } = await load(deps.store, account, accountStream(id))
  const { toSet, toShow, toRemember } = await choosePassword(deps, { id, state, setting })
  // The password first: a crash in between would leave an account that nobody can enter.
  const added = toSet === undefined ? undefined : await addPassword(deps, id, toSet)
  await assertHeld()
  const { state: founded } = await found(deps, { id, email, credentialId: added?.credentialId })
  if (added !== undefined) await removeReplaced(deps, id)
  const settingHash = setting === undefined ? undefined : (added?.hash ?? toRemember)
  if (settingHash !== undefined) await deps.appliedPasswords.set(id, settingHash)
  // A deactivated account is not granted the right: nobody could remove the last administrator.
  if (founded.status === 'registered' && founded.isActive) await grantAdmin(deps, id, ACTOR)
  if (state.status === 'registered' && !state.isAdmin)
    deps.securityLog?.({ event: 'admin-granted', account: id, by: 'settings' })
  return {
    id,
    email,
    isNew: state.status === 'unknown' || toShow !== undefined,
    generatedPassword: toShow,
  }
}

/** @param credentialId of a new password */
async function found(
  deps: Acting,
  { id, email, credentialId }: { id: string; email: string; credentialId: string | undefined },
): Promise<Handled<Account>> {
  const command = { type: 'FoundAdministrator', name: 'Administrador', email, credentialId } as const
  const founded = await run(deps, id, command)
  if (credentialId === undefined || credentialOf(founded.state) === credentialId) return founded
  return run(deps, id, { type: 'ReplacePassword', by: 'system', credentialId })
}

const run = (deps: Acting, id: string, command: AccountCommand) =>
  handle(deps.store, account, {
    stream: accountStream(id),
    command,
    cause: causeBy(deps, ACTOR),
    newId: deps.newId,
  })

/** It has no effect before an event names it. */
async function addPassword(deps: BootstrapDeps, id: string, password: string) {
  const credentialId = deps.newId()
  const hash = await deps.passwords.hash(password)
  await deps.credentials.add(id, credentialId, hash)
  return { credentialId, hash }
}

export const DEMO_SLUG = 'demo'
export const DEMO_PROFILE_ID = derivedId('demo profile')

const DEMO_DETAILS: ProfileDetails = {
  ...NO_DETAILS,
  name: 'Antonia',
  lastname: 'Rivas Soto',
  position: 'Directora Comercial',
  company: 'Andes Norte',
  bio: 'Ayudo a equipos de terreno a vender mejor. Conversemos de logística, frío y última milla en el sur de Chile.',
  email: 'antonia@andesnorte.example',
  phone: '+56 9 1234 5678',
  whatsapp: '+56 9 1234 5678',
  instagram: '@antonia.rivas',
  linkedin: 'antoniarivas',
  website: 'https://andesnorte.example',
  custom_link: 'https://andesnorte.example/agenda',
  custom_link_title: 'Agenda una reunión',
}

export const DEMO_NETWORKS = NETWORKS.filter(
  (network) => DEMO_DETAILS[network === 'custom' ? 'custom_link' : network] !== '',
)

/** As ordinary events, outside any limit. */
export async function ensureDemoProfile(deps: Acting & Naming, ownerId: string): Promise<void> {
  const { name } = DEMO_DETAILS
  const wanted = { profileId: DEMO_PROFILE_ID, ownerId, name, details: DEMO_DETAILS, slug: DEMO_SLUG }
  try {
    await createProfile(deps, { ...wanted, cause: causeBy(deps, ACTOR) })
  } catch (error) {
    // A deleted profile stays deleted.
    if (!(error instanceof Refusal && error.code === 'not-found')) throw error
  }
}

export const productTitle = `${PRODUCT.name} · ${PRODUCT.tagline}`
