/** Names and colours of themes for features, none of which imports another. */
export { PRESET_NAMES, type PresetId } from '@app/contracts/fields/profile-labels.ts'
export { seenColours, themeLook } from '../features/public-profile/view/styles/themes.ts'
