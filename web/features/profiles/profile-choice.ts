import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { recall, remember } from '../../ui/browser/device-memory.ts'

const keyOf = (accountId: string): string => `app.profile.${accountId}`

/** The profile last chosen on this device. */
export const lastProfile = (accountId: string): string | null => recall(keyOf(accountId))
export const rememberProfile = (accountId: string, profileId: string): void =>
  remember(keyOf(accountId), profileId)

type Named = Pick<OwnProfile, 'name' | 'lastname' | 'slug'>

export const profileNameOf = ({ name, lastname, slug }: Named): string => `${name} ${lastname}`.trim() || slug

export const chosenProfile = <P extends { readonly id: string }>(
  profiles: readonly P[],
  askedId: string | null,
): P | undefined => profiles.find(({ id }) => id === askedId) ?? profiles[0]
