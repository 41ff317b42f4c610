export const FIRST_TAB = 'analytics'
export const MY_PROFILES = 'profiles'
export const EDITOR = 'profile'
export const APPEARANCE = 'appearance'
export const HISTORY = 'history'
export const OWN_ACCOUNT = 'account'
/** Of administrators; it has an address of its own. */
export const ADMINISTRATION = 'admin'
export const ADMIN_PATH = '/admin'

const KNOWN: readonly string[] = [FIRST_TAB, MY_PROFILES, EDITOR, APPEARANCE, HISTORY, OWN_ACCOUNT]

interface Address {
  readonly pathname: string
  readonly search: string
}

export const shownTab = ({ pathname, search }: Address, otherwise = FIRST_TAB): string =>
  pathname === ADMIN_PATH ? ADMINISTRATION : tabOf(search, otherwise)

/** @param otherwise where the address names none that exists */
export function tabOf(search: string, otherwise = FIRST_TAB): string {
  const named = new URLSearchParams(search).get('tab')
  return named !== null && KNOWN.includes(named) ? named : otherwise
}

/** A version belongs to one profile: an address that names another has none. */
export function withoutVersion(params: URLSearchParams): void {
  for (const name of ['version', 'at']) params.delete(name)
}
