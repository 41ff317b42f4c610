import { BASE_CSS } from './base-css.ts'
import { PROFILE_CSS } from './profile-css.ts'
import { PRESETS_CSS } from './themes.ts'

/** All that ProfileView needs. It asks nothing of the window's size, so that a frame of any size can hold it. */
export const VIEW_CSS = BASE_CSS + PROFILE_CSS + PRESETS_CSS
