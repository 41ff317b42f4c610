/** Names and colours of themes for features, none of which imports another. */
export { PRESET_NAMES, type PresetId } from '../features/public-profile/view/styles/theme-names.ts'
export { themeLook } from '../features/public-profile/view/styles/themes.ts'
