import { recall, remember } from '../../ui/browser/device-memory.ts'

const keyOf = (accountId: string): string => `app.profile.${accountId}`

/** The profile last chosen on this device. */
export const lastProfile = (accountId: string): string | null => recall(keyOf(accountId))
export const rememberProfile = (accountId: string, profileId: string): void =>
  remember(keyOf(accountId), profileId)
