export const FIRST_TAB = 'analytics'
export const MY_PROFILES = 'profiles'
export const EDITOR = 'profile'
export const APPEARANCE = 'appearance'
export const OWN_ACCOUNT = 'account'

const KNOWN: readonly string[] = [FIRST_TAB, MY_PROFILES, EDITOR, APPEARANCE, OWN_ACCOUNT]

/** @param otherwise where the address names none that exists */
export function tabOf(search: string, otherwise = FIRST_TAB): string {
  const named = new URLSearchParams(search).get('tab')
  return named !== null && KNOWN.includes(named) ? named : otherwise
}
