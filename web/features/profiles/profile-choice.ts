import type { OwnProfile } from '@app/contracts/api/profiles.ts'

type Named = Pick<OwnProfile, 'name' | 'lastname' | 'slug'>

/** What people call a profile; one without a name goes by its slug. */
export const nameOf = ({ name, lastname, slug }: Named): string => `${name} ${lastname}`.trim() || slug

/** The profile that the address asks for, else the first of the list. */
export const chosenProfile = <P extends { readonly id: string }>(
  profiles: readonly P[],
  askedId: string | null,
): P | undefined => profiles.find(({ id }) => id === askedId) ?? profiles[0]

/** Type-ahead: the next profile after `from` whose name starts with what was typed, going round. */
export function typedAhead(profiles: readonly Named[], typed: string, from: number): number | undefined {
  const wanted = typed.toLocaleLowerCase('es')
  // A first letter typed again goes on to the next; a longer word may stay where it is.
  const start = typed.length === 1 ? from + 1 : from
  for (let step = 0; step < profiles.length; step += 1) {
    const at = (start + step) % profiles.length
    const profile = profiles[at]
    if (profile && nameOf(profile).toLocaleLowerCase('es').startsWith(wanted)) return at
  }
  return undefined
}
