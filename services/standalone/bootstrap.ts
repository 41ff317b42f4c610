import { accountStream } from '@app/contracts/events/account.ts'
import { NO_DETAILS, type ProfileDetails } from '@app/contracts/events/profile.ts'
import { credentialOf, hashOf, removeReplaced } from '@app/api/password-change.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { SecurityLog } from '@app/contracts/security-events.ts'
import { NETWORKS } from '@app/contracts/traffic.ts'
import type { AccountCommand } from '@app/domain/account-commands.ts'
import type { Account } from '@app/domain/account-state.ts'
import { account } from '@app/domain/account.ts'
import { handle, load } from '@app/event-store/handle.ts'
import { derivedId } from '@app/outside/ids.ts'
import type { FirstPassword } from '@app/outside/first-password.ts'
import type { Passwords } from '@app/outside/passwords.ts'
import { causeBy, type Acting } from '@app/processes/acting.ts'
import { grantAdmin } from '@app/processes/administrators.ts'
import { createProfile } from '@app/processes/create-profile.ts'
import type { Credentials } from '@app/vault/credentials.ts'

export interface BootstrapDeps extends Acting {
  readonly credentials: Credentials
  readonly passwords: Passwords
  readonly accountIdOf: (email: string) => string
  readonly newPassword: () => string
  readonly firstPassword: FirstPassword
  readonly securityLog?: SecurityLog
}

export interface Administrator {
  readonly id: string
  readonly email: string
  /** Made by this very start, or by one that was interrupted before it could say so. */
  readonly isNew: boolean
  /** Only when nobody chose one, and it was not shown yet: the one moment at which it can be. */
  readonly generatedPassword: string | undefined
}

const ACTOR = { kind: 'system', id: 'bootstrap' } as const

/** The administrator of this installation: made on the first start, and given the password that the settings name. */
export async function ensureAdministrator(
  deps: BootstrapDeps,
  { email, password }: { readonly email: string; readonly password: string | undefined },
): Promise<Administrator> {
  const id = deps.accountIdOf(email)
  const { state } = await load(deps.store, account, accountStream(id))
  const isNew = state.status === 'unknown'
  const generatedPassword = password === undefined ? await unshownPassword(deps, id, state) : undefined
  const wanted = password ?? generatedPassword
  // The password first: were it the other way round, a crash in between would leave an account nobody can enter.
  const added = wanted === undefined ? undefined : await addPassword(deps, id, state, wanted)
  const replace = (credentialId: string) =>
    run(deps, id, { type: 'ReplacePassword', by: 'system', credentialId })
  // Before the right is given: whoever registered the address first must not have it for a moment.
  if (added !== undefined && !isNew) await replace(added)
  const credentialId = added ?? credentialOf(state)
  const command = { type: 'FoundAdministrator', name: 'Administrador', email, credentialId } as const
  const founded = await run(deps, id, command)
  // Also where another process has founded them in between, with a password of its own.
  if (added !== undefined && credentialOf(founded.state) !== added) await replace(added)
  if (added !== undefined) await removeReplaced(deps, id)
  // Who was deactivated stays so, and off the list: as the only one on it they could not be missed.
  if (founded.state.status === 'registered' && founded.state.isActive) await grantAdmin(deps, id, ACTOR)
  if (state.status === 'registered' && !state.isAdmin)
    deps.securityLog?.({ event: 'admin-granted', account: id, by: 'settings' })
  return { id, email, isNew: isNew || generatedPassword !== undefined, generatedPassword }
}

const run = (deps: Acting, id: string, command: AccountCommand) =>
  handle(deps.store, account, {
    stream: accountStream(id),
    command,
    cause: causeBy(deps, ACTOR),
    newId: deps.newId,
  })

/**
 * Made for whoever has none, whether or not the log knows the account already: log and passwords are kept apart, and
 * beside another log than before nothing says any more which password holds.
 */
async function unshownPassword(
  { credentials, firstPassword, newPassword }: BootstrapDeps,
  id: string,
  state: Account,
): Promise<string | undefined> {
  const kept = await firstPassword.find()
  const isKnown = (await hashOf({ credentials }, id, state)) !== undefined && !isStrangers(state)
  if (kept !== undefined || isKnown) return kept
  const made = newPassword()
  await firstPassword.keep(made)
  return made
}

/** Anybody may have registered the address that becomes the administrator's: the password is theirs, whoever they are. */
const isStrangers = (state: Account): boolean =>
  state.status === 'registered' && !state.isAdmin && !state.isEmailProven

/** Answers the new password's name; undefined where it is the one that holds already. */
async function addPassword(
  deps: BootstrapDeps,
  id: string,
  state: Account,
  password: string,
): Promise<string | undefined> {
  const known = await hashOf(deps, id, state)
  if (known !== undefined && (await deps.passwords.matches(password, known))) return undefined
  const credentialId = deps.newId()
  await deps.credentials.add(id, credentialId, await deps.passwords.hash(password))
  return credentialId
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

/** Networks that its page shows. */
export const DEMO_NETWORKS = NETWORKS.filter(
  (network) => DEMO_DETAILS[network === 'custom' ? 'custom_link' : network] !== '',
)

/** The demo profile, as ordinary events; the administrator's, outside any limit. */
export async function ensureDemoProfile(deps: Acting, ownerId: string): Promise<void> {
  const { name } = DEMO_DETAILS
  const wanted = { profileId: DEMO_PROFILE_ID, ownerId, name, details: DEMO_DETAILS, slug: DEMO_SLUG }
  try {
    await createProfile(deps, { ...wanted, cause: causeBy(deps, ACTOR) })
  } catch (error) {
    // One that was deleted stays deleted.
    if (!(error instanceof Refusal && error.code === 'not-found')) throw error
  }
}

/** Says what the product is called where the box needs it. */
export const productTitle = `${PRODUCT.name} · ${PRODUCT.tagline}`
