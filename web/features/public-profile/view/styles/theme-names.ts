import type { ProfileTheme } from '@app/contracts/events/profile-events.ts'

export type PresetId = Exclude<ProfileTheme['theme_color'], 'custom'>

/** As owners and visitors read them, in the order in which they are offered. */
export const PRESET_NAMES: readonly (readonly [id: PresetId, name: string])[] = [
  ['blue', 'Celeste'],
  ['green', 'Bosque'],
  ['purple', 'Violeta'],
  ['dark', 'Noche'],
  ['warm', 'Cálido'],
]
