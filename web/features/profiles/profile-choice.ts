import type { OwnProfile } from '@app/contracts/profiles/calls.ts'

type Named = Pick<OwnProfile, 'name' | 'lastname' | 'slug'>

export const profileNameOf = ({ name, lastname, slug }: Named): string => `${name} ${lastname}`.trim() || slug

export const chosenProfile = <P extends { readonly id: string }>(
  profiles: readonly P[],
  askedId: string | null,
): P | undefined => profiles.find(({ id }) => id === askedId) ?? profiles[0]
