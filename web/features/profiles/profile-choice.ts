import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'

type Named = Pick<OwnProfile, 'name' | 'lastname' | 'slug'>

export const profileNameOf = ({ name, lastname, slug }: Named): string => `${name} ${lastname}`.trim() || slug

export const chosenProfile = <P extends { readonly id: string }>(
  profiles: readonly P[],
  askedId: string | null,
): P | undefined => profiles.find(({ id }) => id === askedId) ?? profiles[0]

export function typedAhead(profiles: readonly Named[], typed: string, from: number): number | undefined {
  const wanted = typed.toLocaleLowerCase('es')
  // A repeated first letter moves on; a longer text may match the current profile.
  const start = typed.length === 1 ? from + 1 : from
  for (let step = 0; step < profiles.length; step += 1) {
    const at = (start + step) % profiles.length
    const profile = profiles[at]
    if (profile && profileNameOf(profile).toLocaleLowerCase('es').startsWith(wanted)) return at
  }
  return undefined
}
